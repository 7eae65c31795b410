import { isEmbeddingOrigin } from './embedding';

/**
 * Steps of a purchase at which a theatre may count visitors. The page that sends a buyer to the bank is none of
 * them: no other site may see it (PCI DSS 6.4.3).
 */
export const PIXEL_STEPS = ['THEATRE', 'SHOW', 'SEATS', 'RESERVATION_PAID', 'GIFT_VOUCHER_PAID'] as const;
export type PixelStep = (typeof PIXEL_STEPS)[number];

/** Where the picture of a step stands: a page of its own, whose policy names the sites of the theatre and no script. */
export const pixelPagePath = (theatre: string, step: PixelStep): string =>
  `/app-api/configuration/saas-customers/${encodeURIComponent(theatre)}/pixels/${step}`;

/** The origin of a pixel, for a content security policy; null for what may not stand in one. */
export function pixelOrigin(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin, username, password } = new URL(address);
  const isPublic = protocol === 'https:' && username === '' && password === '';
  return isPublic && isEmbeddingOrigin(origin) ? origin : null;
}

/** Whether an address may be a pixel: https, on a host with a name, without credentials. */
export const isPixelAddress = (address: string): boolean => pixelOrigin(address) !== null;
