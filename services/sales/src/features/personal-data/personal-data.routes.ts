import { Problem, route } from '@coulisse/service-kit';

/** A buyer with more documents of a kind than that asks the theatre. */
const MOST = 1_000;

/** Documents of a kind that were made out to the address $2, the latest first, with what their kind adds. */
const documentsOf = (table: 'quote' | 'bill' | 'avoir', values: string): string => `
  (SELECT coalesce(jsonb_agg(jsonb_build_object('code', d.code, 'state', d.state, 'issuedOn', d.issued_on,
      'totalTTC', d.total_ttc::text, 'buyer', d.buyer${values}) ORDER BY d.created_at DESC), '[]')
    FROM (SELECT * FROM ${table} WHERE tenant_id = $1 AND lower(buyer ->> 'email') = $2
      ORDER BY created_at DESC LIMIT ${MOST}) d)`;

const DATA = `SELECT
  ${documentsOf(
    'quote',
    `, 'title', d.title, 'validUntil', d.valid_until, 'sentTo', d.sent_to, 'sentAt', d.sent_at,
      'signedOn', d.signed_on, 'signedBy', d.signed_by, 'refusalReason', d.refusal_reason`,
  )} AS quotes,
  ${documentsOf('bill', `, 'title', d.title, 'sentTo', d.sent_to, 'sentAt', d.sent_at`)} AS bills,
  ${documentsOf('avoir', `, 'bill', d.bill_code`)} AS "creditNotes",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('recipient', d.recipient, 'subject', d.subject, 'message', d.message,
      'state', d.state, 'sentAt', d.sent_at) ORDER BY d.created_at DESC), '[]')
    FROM (SELECT * FROM sending WHERE tenant_id = $1 AND lower(recipient) = $2
      ORDER BY created_at DESC LIMIT ${MOST}) d) AS mails`;

interface BuyerDocuments extends Record<string, unknown> {
  quotes: object[];
  bills: object[];
  creditNotes: object[];
  mails: object[];
}

export const personalDataRoutes = [
  route.get(
    '/app-api/sale/personal-data',
    {
      summary: 'Quotes, bills and credit notes of the signed-in buyer, and the mails of them',
      tag: 'Account',
      access: 'public',
    },
    async ({ actor }, ctx) => {
      const { email, tenantId, subject } = actor;
      if (!email || !tenantId || !subject) throw new Problem('security.not-authenticated');
      const { rows } = await ctx.db.inTenant(actor, ({ sql }) =>
        sql.query<BuyerDocuments>(DATA, [tenantId, email.toLowerCase()]),
      );
      return rows[0]!;
    },
  ),
];
