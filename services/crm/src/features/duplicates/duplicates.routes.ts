import { Problem, reply, route } from '@coulisse/service-kit';
import { z } from 'zod';
import { tiers, TIERS_KINDS } from '../../resources/tiers.resource';
import { requireTiers } from '../third-parties/require-tiers';
import { alike, duplicateGroups, duplicatesOf } from './duplicates.read-model';
import { WARNING_THRESHOLD } from './similarity.domain';

const tag = tiers.name;
const read = { right: 'crm.tiers.read' };
const id = z.object({ id: z.uuid() });
const maybe = z.string().max(300).nullish();
const draft = z.strictObject({
  id: z.uuid().nullish(),
  kind: z.enum(TIERS_KINDS),
  name: maybe,
  firstName: maybe,
  lastName: maybe,
  email: maybe,
  secondaryEmail: maybe,
  telephone: maybe,
  telephone2: maybe,
  mobile: maybe,
  mobile2: maybe,
  siren: maybe,
  siret: maybe,
  intracommunityVatNumber: maybe,
  zipCodes: z.array(z.string().max(12)).max(50).default([]),
});

const filled = (...values: (string | null | undefined)[]): string[] =>
  values.flatMap((value) => (value?.trim() ? [value.trim()] : []));
/** Number in its stored form: input that is still being typed has spaces. */
const number = (value: string | null | undefined) => value?.replace(/[\s.-]/g, '').toUpperCase() || null;

function traitsOf(body: z.output<typeof draft>) {
  const { kind, firstName = null, lastName = null, zipCodes } = body;
  const name = kind === 'particular' ? filled(firstName, lastName).join(' ') : (body.name ?? null);
  return {
    kind,
    name,
    firstName,
    lastName,
    emails: filled(body.email, body.secondaryEmail),
    phones: filled(body.telephone, body.telephone2, body.mobile, body.mobile2),
    siren: number(body.siren),
    siret: number(body.siret),
    vat: number(body.intracommunityVatNumber),
    zips: filled(...zipCodes),
  };
}

export const duplicateRoutes = [
  route.get(
    '/b/api/crm/tiers/_duplicates',
    {
      summary: 'Third parties that look alike, in groups, the most alike first',
      tag,
      access: read,
      query: z.object({
        page: z.coerce.number().int().min(1).default(1),
        size: z.coerce.number().int().min(1).max(100).default(25),
      }),
    },
    async ({ actor, query: { page, size } }, { db }) => {
      const groups = await db.inTenant(actor, duplicateGroups);
      const items = groups.slice((page - 1) * size, page * size);
      return reply({
        items,
        page: { size, number: page, next: null, previous: null, total: groups.length, exact: true },
        sums: {},
      });
    },
  ),
  route.get(
    '/b/api/crm/tiers/{id}/duplicates',
    { summary: 'Third parties that look like one', tag, access: read, params: id },
    async ({ actor, params }, { db }) =>
      db.inTenant(actor, async (tx) => {
        await requireTiers(tx, params.id);
        return { items: await duplicatesOf(tx, params.id) };
      }),
  ),
  route.post(
    '/b/api/crm/tiers/_look-alike',
    {
      summary: 'Third parties that look like one that is being written; `id` leaves that one out',
      tag,
      access: read,
      body: draft,
    },
    async ({ actor, body }, { db }) =>
      reply({
        items: await db.inTenant(actor, (tx) =>
          alike(tx, traitsOf(body), body.id ?? null, WARNING_THRESHOLD),
        ),
      }),
  ),
  route.post(
    '/b/api/crm/tiers/{id}/distinct',
    {
      summary: 'Say that two third parties look alike and are not the same',
      tag,
      access: { right: 'crm.tiers.update' },
      params: id,
      body: z.strictObject({ other: z.uuid() }),
      status: 204,
    },
    async ({ actor, params, body: { other } }, { db }) =>
      db.inTenant(actor, async (tx) => {
        if (params.id === other) throw new Problem('tiers.merge-itself');
        await requireTiers(tx, params.id);
        await requireTiers(tx, other);
        const pair = [params.id, other].sort();
        await tx.sql.query(
          'INSERT INTO tiers_distinct (tenant_id, tiers_id, other_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
          [tx.tenantId, ...pair],
        );
      }),
  ),
];
