import { route, type Tx } from '@coulisse/service-kit';
import { buyerId } from '../buyers/buyer-id.read-model';
import { accountEmail } from './own-details.routes';

/** Everything that describes the person; what only classifies third parties for the staff is in it by its name. */
const PERSON = `SELECT t.first_name AS "firstName", t.last_name AS "lastName", c.name AS civility, t.email,
    t.secondary_email AS "secondaryEmail", t.telephone, t.telephone2, t.mobile, t.mobile2, t.fax, t.website,
    t.language::text AS language, t.newsletter_subscribed AS "newsletterSubscribed", g.name AS "group", l.name AS "loyalty",
    t.created_at AS "createdAt", t.updated_at AS "updatedAt",
    (SELECT coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'addressLine1', a.address_line1, 'addressLine2', a.address_line2,
        'addressLine3', a.address_line3, 'zipCode', a.zip_code, 'city', a.city, 'country', a.country) ORDER BY a.position), '[]')
      FROM tiers_addresses a WHERE a.tenant_id = t.tenant_id AND a.parent_id = t.id) AS addresses,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('date', n.date, 'title', n.title, 'content', n.content, 'answer', n.answer)
        ORDER BY n.date), '[]')
      FROM note n WHERE n.tenant_id = t.tenant_id AND n.tiers_id = t.id) AS notes
  FROM tiers t
  LEFT JOIN civility c ON c.tenant_id = t.tenant_id AND c.id = t.civility_id
  LEFT JOIN tiers_group g ON g.tenant_id = t.tenant_id AND g.id = t.group_id
  LEFT JOIN loyalty_label l ON l.tenant_id = t.tenant_id AND l.id = t.loyalty_id
  WHERE t.tenant_id = $1 AND t.id = $2`;

async function personOf(tx: Tx, email: string): Promise<unknown> {
  const id = await buyerId(tx, email);
  if (id === undefined) return null;
  return (await tx.sql.query(PERSON, [tx.tenantId, id])).rows[0] ?? null;
}

export const personalDataRoutes = [
  route.get(
    '/app-api/crm/personal-data',
    { summary: 'Everything that is stored about the signed-in buyer here', tag: 'Account', access: 'public' },
    async ({ actor }, ctx) => {
      const email = accountEmail(actor);
      return { person: await ctx.db.inTenant(actor, (tx) => personOf(tx, email)) };
    },
  ),
];
