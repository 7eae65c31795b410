/** Current local date of the tenants. */
const TODAY = `(now() AT TIME ZONE 'Europe/Paris')::date`;

/**
 * Values that the database computes at each read, over the row t. They depend on other rows or on the day, so a stored
 * copy could be wrong. Their columns are dropped by the migration.
 */
export const computed = {
  'crm.tiers': {
    turnoverHT: `(SELECT coalesce(sum(s.amount_ht), 0) FROM tiers_sale s WHERE s.tenant_id = t.tenant_id AND s.tiers_id = t.id
      AND s.cancelled_at IS NULL AND s.sold_at > now() - interval '12 months')`,
    expiresIn: `(SELECT min(months)::text::"tiers_expires_in" FROM generate_series(1, 6) AS months
      WHERE t.subscription_end BETWEEN ${TODAY} AND (${TODAY} + make_interval(months => months))::date)`,
  },
  'crm.contact': {
    name: `(SELECT concat_ws(' · ', p.name, s.name) FROM tiers p JOIN tiers s ON s.tenant_id = p.tenant_id AND s.id = t.society_id
      WHERE p.tenant_id = t.tenant_id AND p.id = t.particular_id)`,
  },
};
