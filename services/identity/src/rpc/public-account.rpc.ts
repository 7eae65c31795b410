import { publicAccountV1 } from '@coulisse/contracts';
import { rpc } from '@coulisse/service-kit';
import { buyerName, optionalBuyerName, parse } from '@coulisse/service-kit/http';
import { z } from 'zod';
import { openLink, requestLink, type AccountLinks } from '../features/accounts/account-links';
import { confirmErasure, erasedAddress } from '../features/accounts/erase-account.command';
import type { LoginLinks } from '../features/accounts/log-in-by-link.command';

const address = z.email().max(254);
const language = z.enum(['fr', 'en']).catch('fr');
const recipient = { tenantId: z.string(), email: address, language };
const none = z.string().transform(() => '');
const linkRequest = z.discriminatedUnion('kind', [
  z.object({ ...recipient, kind: z.literal('REGISTER'), firstName: buyerName(), lastName: buyerName() }),
  z.object({
    ...recipient,
    kind: z.literal('LOGIN'),
    firstName: optionalBuyerName(),
    lastName: optionalBuyerName(),
  }),
  z.object({ ...recipient, kind: z.enum(['RESET', 'ERASE']), firstName: none, lastName: none }),
]);
const noLink = publicAccountV1.IssueAccountLinkResponse.fromPartial({});

/** Only the service that mails a link may get its secret. */
const CALLERS = {
  requestAccountLink: ['gateway'],
  issueAccountLink: ['notifications'],
  describeAccountLink: ['gateway'],
  useAccountLink: ['gateway'],
  useLoginLink: ['gateway'],
  eraseAccount: ['gateway'],
  describeErasure: ['crm', 'ticketing', 'notifications', 'sales'],
} as const;

/** Called by the gateway for the public front, and by notifications for its mails. An account belongs to one tenant. */
export const publicAccountRpc = (links: AccountLinks, logins: LoginLinks) =>
  rpc(publicAccountV1.PublicAccountServiceDefinition, CALLERS, {
    requestAccountLink: async (request, ctx) => {
      await requestLink(ctx, await parse(linkRequest, request));
      return {};
    },
    issueAccountLink: async ({ tenantId, linkId }, ctx) =>
      (await links.issue(ctx, tenantId, linkId)) ?? noLink,
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
    useAccountLink: ({ token, password }, ctx) => links.use(ctx, token, password),
    useLoginLink: ({ token, ...client }, ctx) => logins.use(ctx, token, client),
    eraseAccount: ({ token }, ctx) => confirmErasure(ctx, token),
    describeErasure: async ({ tenantId, linkId }, ctx) => ({
      email: await erasedAddress(ctx, tenantId, linkId),
    }),
  });
