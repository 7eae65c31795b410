import { brandV1 } from '@coulisse/contracts';
import { siteUrl } from '@coulisse/contracts/own-host';
import { Problem, rpc } from '@coulisse/service-kit';
import { z } from 'zod';
import { brandSettings } from '../features/messages/brand-settings.read-model';
import { colorsOf, logoUrlOf } from '../features/messages/organiser-brand';
import type { PrintedLogos } from '../features/messages/printed-logos';

/** The look of theatres, for the mails of notifications and the documents of sales. */
export const brandRpc = (logos: PrintedLogos) =>
  rpc(
    brandV1.BrandServiceDefinition,
    { getBrand: ['notifications', 'sales'] },
    {
      getBrand: async ({ tenantId }, ctx) => {
        if (!z.uuid().safeParse(tenantId).success) throw new Problem('request.malformed');
        const brand = await brandSettings(tenantId, ctx);
        return {
          ...colorsOf(brand),
          siteUrl: siteUrl(ctx.config.PUBLIC_URL, brand.host),
          logoUrl: logoUrlOf(brand, ctx.config.PUBLIC_URL),
          logoPicture: await logos.logoOf(tenantId, brand, ctx),
        };
      },
    },
  );
