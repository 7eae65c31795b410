import { plainLine, Problem, route, type Actor } from '@coulisse/service-kit';
import { buyerName } from '@coulisse/service-kit/http';
import { z } from 'zod';
import { changeConsents, changeOwnDetails } from './change-own-details.command';
import { ownDetails, type OwnDetails } from './own-details.read-model';

const base = '/app-api/crm';
const tag = 'Account';

const line = (max: number) =>
  plainLine(max).refine((text) => text !== '', { params: { code: 'validation.not-blank' } });
const address = z.strictObject({
  addressLine1: line(120),
  zipCode: line(12),
  city: line(80),
  country: z.string().regex(/^[A-Z]{2}$/),
});
const details = z.strictObject({
  /** The version that the buyer read; 0 when there was none. */
  version: z.int().min(0),
  firstName: buyerName(),
  lastName: buyerName(),
  telephone: plainLine(40),
  address: address.nullable(),
});
const consents = z.strictObject({ newsletterSubscribed: z.boolean() });
const answer = details.extend(consents.shape);

/** The address of the signed-in account, which its owner has proved; refuses everybody else. */
export function accountEmail({ email, tenantId, subject }: Actor): string {
  if (!email || !tenantId || !subject) throw new Problem('security.not-authenticated');
  return email.toLowerCase();
}

/** Nothing is stored before the first purchase or change: the account has a name, and consents to nothing. */
const NOTHING: OwnDetails = {
  version: 0,
  firstName: '',
  lastName: '',
  telephone: '',
  address: null,
  newsletterSubscribed: false,
};

export const ownDetailsRoutes = [
  route.get(
    `${base}/details`,
    { summary: 'What is stored about the signed-in buyer', tag, access: 'public', response: answer },
    async ({ actor }, ctx) => {
      const email = accountEmail(actor);
      return (await ctx.db.inTenant(actor, (tx) => ownDetails(tx, email))) ?? NOTHING;
    },
  ),
  route.put(
    `${base}/details`,
    {
      summary: 'Change the details of the signed-in buyer',
      tag,
      access: 'public',
      body: details,
      response: answer,
    },
    ({ actor, body }, ctx) => changeOwnDetails({ actor, email: accountEmail(actor) }, body, ctx),
  ),
  route.put(
    `${base}/consents`,
    {
      summary: 'Give or withdraw the consents of the signed-in buyer',
      tag,
      access: 'public',
      body: consents,
      response: answer,
    },
    ({ actor, body }, ctx) => changeConsents({ actor, email: accountEmail(actor) }, body, ctx),
  ),
];
