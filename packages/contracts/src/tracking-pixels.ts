import { isEmbeddingOrigin } from './embedding';

/**
 * Steps of a purchase at which a theatre may count visitors. The page that sends a buyer to the bank is none of
 * them: no other site may see it (PCI DSS 6.4.3).
 */
export const PIXEL_STEPS = ['THEATRE', 'SHOW', 'SEATS', 'RESERVATION_PAID', 'GIFT_VOUCHER_PAID'] as const;
export type PixelStep = (typeof PIXEL_STEPS)[number];

/** Most characters of the sites that a visitor has accepted, in the address of the page of a step. */
export const MAX_PIXEL_SITES = 4_000;

/**
 * Where the pictures of a step stand: a page of its own, whose policy names sites of the theatre and no script. It shows
 * those of the sites that the visitor has accepted: the theatre may have named others since.
 */
export const pixelPagePath = (theatre: string, step: PixelStep, sites: readonly string[]): string =>
  `/app-api/configuration/saas-customers/${encodeURIComponent(theatre)}/pixels/${step}?sites=${encodeURIComponent(sites.join(' '))}`;

/** The origin of a pixel, for a content security policy; null for what may not stand in one. */
export function pixelOrigin(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin, username, password } = new URL(address);
  const isPublic = protocol === 'https:' && username === '' && password === '';
  return isPublic && isEmbeddingOrigin(origin) ? origin : null;
}

/** Whether an address may be a pixel: https, on a host with a name, without credentials. */
export const isPixelAddress = (address: string): boolean => pixelOrigin(address) !== null;
