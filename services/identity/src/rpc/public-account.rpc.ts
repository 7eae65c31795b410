import { publicAccountV1 } from '@coulisse/contracts';
import { rpc } from '@coulisse/service-kit';
import { parse } from '@coulisse/service-kit/http/validation';
import { personName } from '@coulisse/service-kit/http/person-name';
import { z } from 'zod';
import { issueLink, openLink, requestLink, useLink } from '../features/accounts/account-links';

const address = z.email().max(254);
const language = z.enum(['fr', 'en']).catch('fr');
const whom = { tenantId: z.string(), email: address, language };
const none = z.string().transform(() => '');
const asked = z.discriminatedUnion('kind', [
  z.object({ ...whom, kind: z.literal('REGISTER'), firstName: personName(), lastName: personName() }),
  z.object({ ...whom, kind: z.literal('RESET'), firstName: none, lastName: none }),
]);
const nothing = publicAccountV1.IssueAccountLinkResponse.fromPartial({});

/** A link's secret is given to whoever mails it, and to nobody else. */
const CALLERS = {
  requestAccountLink: ['gateway'],
  issueAccountLink: ['notifications'],
  describeAccountLink: ['gateway'],
  useAccountLink: ['gateway'],
} as const;

/** Asked by the gateway for the public front, and by notifications for its mails: one person at one theatre. */
export const publicAccountRpc = rpc(publicAccountV1.PublicAccountServiceDefinition, CALLERS, {
  requestAccountLink: async (request, ctx) => {
    await requestLink(ctx, await parse(asked, request));
    return {};
  },
  issueAccountLink: async ({ tenantId, linkId }, ctx) => (await issueLink(ctx, tenantId, linkId)) ?? nothing,
  describeAccountLink: async ({ token }, ctx) => {
    const { link, place } = await openLink(ctx, token);
    return {
      kind: link.kind,
      email: link.email,
      tenantId: place.tenantId,
      organiserName: link.organiser_name,
      organiserSlug: link.organiser_slug,
    };
  },
  useAccountLink: ({ token, password }, ctx) => useLink(ctx, token, password),
});
