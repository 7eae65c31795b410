import { systemActor } from '@coulisse/service-kit';
import type { InOwnLook } from '@coulisse/template-server';
import { BRAND, logoUrlOf, organiserData, type BrandSettings } from './organiser-brand';
import type { PrintedLogos } from './printed-logos';

const LOOK = `SELECT ${BRAND} AS brand FROM settings own WHERE own.tenant_id = $1`;

/**
 * Data of previews with the theatre's colours and logo, invented data too. A preview contains the picture, since the portal
 * may not be allowed to fetch it from the public site; a mail that is sent has its address, as a real one.
 */
export const inOwnLook =
  (logos: PrintedLogos): InOwnLook =>
  async (data, { tenantId, isSent }, ctx) => {
    const actor = systemActor(tenantId, 'read the look of the theatre');
    const { rows } = await ctx.db.inTenant(actor, ({ sql }) =>
      sql.query<{ brand: BrandSettings }>(LOOK, [tenantId]),
    );
    const brand = rows[0]?.brand ?? {};
    const logo = isSent ? logoUrlOf(brand, ctx.config.PUBLIC_URL) : await logos.logoOf(tenantId, brand, ctx);
    const { organiser, ...others } = data as { organiser: { name: string } };
    return { ...others, organiser: { ...organiser, ...organiserData(organiser.name, brand, logo) } };
  };
