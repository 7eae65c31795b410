import { identityV1 } from '@coulisse/contracts';
import { rpc } from '@coulisse/service-kit';
import { resolveActor } from '../features/access/resolve-actor';

/** Called by every other service, at most every four seconds per user. */
export const accessRpc = rpc(
  identityV1.AccessServiceDefinition,
  { resolveActor: ['crm', 'ticketing', 'payments', 'documents', 'notifications'] },
  { resolveActor },
);
