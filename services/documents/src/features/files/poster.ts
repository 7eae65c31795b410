import { Problem } from '@coulisse/service-kit';
import type sharpModule from 'sharp';
import { openPictureLibrary, oneAtATime } from './picture';

/** Widths of posters in pixels: a row of a list on a phone, a card, a page, and each on a dense screen. */
export const POSTER_WIDTHS = [160, 320, 480, 720] as const;
/** Widths of views from a seat: a phone, a desktop, and each on a dense screen. */
export const VIEW_WIDTHS = [360, 480, 720, 960] as const;
export type PosterWidth = (typeof POSTER_WIDTHS)[number];
export type ViewWidth = (typeof VIEW_WIDTHS)[number];
export type CropKind = 'poster' | 'view';
/** Height for a width of one: pictures of a kind are shown in this ratio. */
const RATIOS: Readonly<Record<CropKind, number>> = { poster: 4 / 3, view: 9 / 16 };
/** A poster on a phone waits for no more bytes than these. */
export const MOST_BYTES = 60_000;
/** The first quality that keeps within the limit is taken; the last one is taken anyway. */
const QUALITIES = [80, 68, 56, 44, 32];
/** Each ticket of an order has the logo on its page. */
export const MOST_LOGO_BYTES = 12_000;
/** The first one is about 40 × 12 mm in print; a picture with more details than a logo has gets the second. */
const LOGO_SIZES = [
  { width: 480, height: 140 },
  { width: 240, height: 70 },
] as const;
const MOST_PIXELS = 40_000_000;
const MOST_SECONDS = 10;

/** A stored picture in the ratio of its kind and exactly this width, in WebP. Keeps the part that draws the eye when it has to crop. */
export const posterOf = (
  content: Buffer,
  width: PosterWidth | ViewWidth,
  kind: CropKind = 'poster',
): Promise<Buffer> =>
  oneAtATime(async () => {
    const sharp = await openPictureLibrary();
    try {
      return await withinLimit(await resized(sharp, content, width, kind), sharp);
    } catch (cause) {
      // It was decoded when it was stored: no visitor can mend it.
      throw new Problem('http.404', { cause });
    }
  });

/** A stored picture as a logo on paper: in its own ratio, with what is transparent in it, in WebP. */
export const logoOf = (content: Buffer): Promise<Buffer> =>
  oneAtATime(async () => {
    const sharp = await openPictureLibrary();
    try {
      let logo: Buffer = Buffer.alloc(0);
      for (const size of LOGO_SIZES) {
        const pixels = await sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
          .timeout({ seconds: MOST_SECONDS })
          .resize({ ...size, fit: 'inside', withoutEnlargement: true })
          .toColourspace('srgb')
          .raw()
          .toBuffer({ resolveWithObject: true });
        logo = await withinLimit(pixels, sharp, MOST_LOGO_BYTES);
        if (logo.length <= MOST_LOGO_BYTES) break;
      }
      return logo;
    } catch (cause) {
      throw new Problem('http.404', { cause });
    }
  });

interface Pixels {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

async function resized(
  sharp: typeof sharpModule,
  content: Buffer,
  width: number,
  kind: CropKind,
): Promise<Pixels> {
  const { data, info } = await sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .timeout({ seconds: MOST_SECONDS })
    .resize(width, Math.round(width * RATIOS[kind]), { fit: 'cover', position: sharp.strategy.attention })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, info };
}

async function withinLimit(
  { data, info }: Pixels,
  sharp: typeof sharpModule,
  mostBytes = MOST_BYTES,
): Promise<Buffer> {
  const { width, height, channels } = info;
  let encoded = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    encoded = await sharp(data, { raw: { width, height, channels } })
      .webp({ quality, effort: 5, smartSubsample: true })
      .toBuffer();
    if (encoded.length <= mostBytes) break;
  }
  return encoded;
}
