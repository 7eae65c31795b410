import type { brandV1 } from '@coulisse/contracts';
import type { ServiceContext } from '@coulisse/service-kit/service';
import type { InOwnLook } from '@coulisse/template-server';
import type { DocumentData } from './document-keywords';

const DEADLINE_MS = 10_000;

export const findBrand = (ctx: ServiceContext, tenantId: string): Promise<brandV1.GetBrandResponse> =>
  ctx.clients.brands.getBrand({ tenantId }, { deadlineMs: DEADLINE_MS });

/** A document contains the picture of the logo, a mail its address. */
export const lookOf = (
  { color, headerColor, nameColor, logoUrl, logoPicture }: brandV1.GetBrandResponse,
  isMailed: boolean,
): DocumentData['organiser'] => ({ color, headerColor, nameColor, logo: isMailed ? logoUrl : logoPicture });

/** Data of previews with the theatre's colours and logo, invented data too. */
export const inOwnLook: InOwnLook = async (data, { tenantId, isSent }, ctx) => ({
  ...(data as DocumentData),
  organiser: lookOf(await findBrand(ctx, tenantId), isSent),
});
