import { Problem, route } from '@coulisse/service-kit';

/** One statement, so that the parts belong together. Keys of vouchers are not in it: they are on their PDF only. */
const DATA = `SELECT
  (SELECT coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'state', r.state, 'channel', r.channel, 'boughtAt', r.created_at,
      'show', s.name, 'performance', p.starts_at, 'places', r.number_of_places, 'totalTTC', r.total_ttc,
      'customerName', r.customer_name, 'customerEmail', r.customer_email, 'customer', r.customer_fields, 'language', r.language,
      'comment', r.comment, 'termsAccepted', r.cgv_accepted, 'newsletterSubscribed', r.newsletter_subscribed,
      'arrivedCount', r.arrived_count, 'arrivedAt', r.arrived_at) ORDER BY r.created_at), '[]')
    FROM reservation r
    JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id
    JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
    WHERE r.tenant_id = $1 AND r.customer_email = $2) AS reservations,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('code', v.code, 'state', v.state, 'boughtAt', v.created_at, 'totalTTC', v.total_ttc,
      'validUntil', v.validity_date, 'customerName', v.customer_name, 'customerEmail', v.customer_email,
      'customer', v.customer_fields, 'beneficiaryName', v.beneficiary_name, 'beneficiaryEmail', v.beneficiary_email,
      'message', v.message, 'sendOn', v.send_on) ORDER BY v.created_at), '[]')
    FROM gift_voucher v WHERE v.tenant_id = $1 AND v.customer_email = $2) AS "giftVouchers",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('name', v.beneficiary_name, 'email', v.beneficiary_email, 'message', v.message,
      'sentAt', v.sent_at, 'validUntil', v.validity_date) ORDER BY v.sent_at), '[]')
    FROM gift_voucher v WHERE v.tenant_id = $1 AND v.beneficiary_email = $2 AND v.is_sent) AS "receivedGiftVouchers",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('show', s.name, 'performance', p.starts_at, 'name', x.name, 'email', x.email,
      'receivedAt', x.created_at, 'openedAt', x.opened_at) ORDER BY x.created_at), '[]')
    FROM ticket_transfer x
    JOIN reservation_item i ON i.tenant_id = x.tenant_id AND i.id = x.item_id
    JOIN performance p ON p.tenant_id = i.tenant_id AND p.id = i.performance_id
    JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
    WHERE x.tenant_id = $1 AND x.email = $2) AS "receivedTickets",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('show', s.name, 'performance', p.starts_at, 'state', e.state,
      'firstName', e.first_name, 'lastName', e.last_name, 'email', e.customer_email, 'partySize', e.party_size,
      'joinedAt', e.joined_at, 'consentAt', e.consent_at) ORDER BY e.joined_at), '[]')
    FROM waiting_entry e
    JOIN performance p ON p.tenant_id = e.tenant_id AND p.id = e.performance_id
    JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
    WHERE e.tenant_id = $1 AND e.customer_email = $2) AS "waitingLists"`;

export const personalDataRoutes = [
  route.get(
    '/app-api/prestiscene/personal-data',
    { summary: 'Everything that is stored about the signed-in buyer here', tag: 'Account', access: 'public' },
    async ({ actor }, ctx) => {
      const { email, tenantId, subject } = actor;
      if (!email || !tenantId || !subject) throw new Problem('security.not-authenticated');
      const { rows } = await ctx.db.inTenant(actor, ({ sql }) =>
        sql.query(DATA, [tenantId, email.toLowerCase()]),
      );
      return rows[0];
    },
  ),
];
