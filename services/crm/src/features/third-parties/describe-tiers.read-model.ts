import type { tiersV1 } from '@coulisse/contracts';
import { systemActor, type ServiceContext } from '@coulisse/service-kit';

interface Row extends Record<string, unknown> {
  id: string;
  kind: string;
  name: string | null;
  siren: string | null;
  vat_number: string | null;
  email: string | null;
  language: string;
  lines: (string | null)[];
  zip_code: string | null;
  city: string | null;
  country: string | null;
}
const DESCRIBE = `SELECT t.id, t.kind::text, t.name, t.siren, t.intracommunity_vat_number AS vat_number, t.email, t.language::text,
    ARRAY[a.name, a.address_line1, a.address_line2, a.address_line3] AS lines, a.zip_code, a.city, a.country
  FROM tiers asked
  JOIN tiers t ON t.tenant_id = asked.tenant_id AND t.id = coalesce(asked.merged_into_id, asked.id)
  LEFT JOIN LATERAL (
    SELECT * FROM tiers_addresses x WHERE x.tenant_id = t.tenant_id AND x.parent_id = t.id
    ORDER BY x.main_billing DESC, x.billing DESC, x.headquarter DESC, x.position LIMIT 1) a ON true
  WHERE asked.tenant_id = $1 AND asked.id = $2`;

/** What is printed of a third party; undefined when the tenant has none of this id. */
export async function describeTiers(
  ctx: ServiceContext,
  tenantId: string,
  tiersId: string,
): Promise<tiersV1.DescribedTiers | undefined> {
  const { rows } = await ctx.db.inTenant(systemActor(tenantId, 'crm.describe-tiers'), (tx) =>
    tx.sql.query<Row>(DESCRIBE, [tenantId, tiersId]),
  );
  const [row] = rows;
  if (!row) return undefined;
  return {
    ...{ tiersId: row.id, kind: row.kind, name: row.name ?? '', siren: row.siren ?? '' },
    ...{ vatNumber: row.vat_number ?? '', email: row.email ?? '', language: row.language },
    addressLines: row.lines.filter((line): line is string => line !== null),
    ...{ zipCode: row.zip_code ?? '', city: row.city ?? '', country: row.country ?? '' },
  };
}
