import { consumer } from '@coulisse/service-kit';
import { recordSessionEnd } from '../features/access/session-end';
import type { ProviderUpdates } from '../features/provisioning/provider-updates';

const TOPIC = 'identity.user.v1';

/** Copies name, address and enabled flag of the user to the login, and ends its sessions when the event requires it. */
export const onUserChanged = (updates: ProviderUpdates) =>
  consumer<typeof TOPIC, { accessChanged: Date | null }>(TOPIC, 'identity.on-user-changed', {
    accessChanged: {
      prepare: (change, { tenantId }, ctx) => updates.applyUser(change, tenantId, ctx),
      handle: async ({ userId, subject }, tx, _meta, _ctx, endedAt) => {
        if (endedAt) await recordSessionEnd(tx, { userId, subject, endedAt });
      },
    },
  });
