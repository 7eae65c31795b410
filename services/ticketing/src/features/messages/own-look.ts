import type { InOwnLook } from '@coulisse/template-server';
import { brandSettings } from './brand-settings.read-model';
import { logoUrlOf, organiserData } from './organiser-brand';
import type { PrintedLogos } from './printed-logos';

/**
 * Data of previews with the theatre's colours and logo, invented data too. A preview contains the picture, since the portal
 * may not be allowed to fetch it from the public site; a mail that is sent has its address, as a real one.
 */
export const inOwnLook =
  (logos: PrintedLogos): InOwnLook =>
  async (data, { tenantId, isSent }, ctx) => {
    const brand = await brandSettings(tenantId, ctx);
    const logo = isSent ? logoUrlOf(brand, ctx.config.PUBLIC_URL) : await logos.logoOf(tenantId, brand, ctx);
    const { organiser, ...others } = data as { organiser: { name: string } };
    return { ...others, organiser: { ...organiser, ...organiserData(organiser.name, brand, logo) } };
  };
