import { type PixelStep, pixelOrigin } from '@coulisse/contracts/tracking-pixels';
import type { Tx } from '@coulisse/service-kit';

const PIXELS = `SELECT x.url FROM settings_tracking_pixels x WHERE x.tenant_id = $1 AND x.step::text = $2
  ORDER BY x.position`;

/** Addresses of the pixels of a step. */
export async function pixelsOf(tx: Tx, step: PixelStep): Promise<string[]> {
  const { rows } = await tx.sql.named<{ url: string }>('pixels-of-step', PIXELS, [tx.tenantId, step]);
  return rows.map(({ url }) => url);
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export interface PixelPage {
  html: string;
  policy: string;
}

/**
 * A page of the pictures of accepted sites alone, for a hidden frame: no other page of the box office needs a policy that lets other sites in.
 * It runs no script, and other sites learn of it neither its address nor that of the page around it.
 */
export function pixelPage(addresses: readonly string[], accepted: readonly string[]): PixelPage {
  const allowed = addresses.flatMap((address) => {
    const origin = pixelOrigin(address);
    return origin !== null && accepted.includes(origin) ? [{ address, origin }] : [];
  });
  const pictures = allowed.map(
    ({ address }) => `<img src="${escapeHtml(address)}" alt="" width="1" height="1">`,
  );
  const origins = [...new Set(allowed.map(({ origin }) => origin))];
  return {
    html: `<!doctype html><html><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta name="robots" content="noindex"><title>Pixels</title></head><body>${pictures.join('')}</body></html>`,
    policy: [
      "default-src 'none'",
      `img-src ${origins.join(' ') || "'none'"}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox',
    ].join('; '),
  };
}
