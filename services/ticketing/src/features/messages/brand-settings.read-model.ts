import { systemActor, type ServiceContext } from '@coulisse/service-kit';
import { BRAND, type BrandSettings } from './organiser-brand';

const LOOK = `SELECT ${BRAND} AS brand FROM settings own WHERE own.tenant_id = $1`;

/** What a theatre has set for the look of its mails and documents. */
export async function brandSettings(tenantId: string, ctx: ServiceContext): Promise<BrandSettings> {
  const actor = systemActor(tenantId, 'read the look of the theatre');
  const { rows } = await ctx.db.inTenant(actor, ({ sql }) =>
    sql.query<{ brand: BrandSettings }>(LOOK, [tenantId]),
  );
  return rows[0]?.brand ?? {};
}
