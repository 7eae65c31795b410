import { Problem } from '@coulisse/service-kit';
import type sharpModule from 'sharp';
import { openPictureLibrary, oneAtATime } from './picture';

/** Widths in pixels: a row of a list on a phone, a card, a page, and each on a dense screen. */
export const POSTER_WIDTHS = [160, 320, 480, 720] as const;
export type PosterWidth = (typeof POSTER_WIDTHS)[number];
/** Height for a width of one: posters are shown in this ratio. */
const RATIO = 4 / 3;
/** A poster on a phone waits for no more bytes than these. */
export const MOST_BYTES = 60_000;
/** The first quality that keeps within the limit is taken; the last one is taken anyway. */
const QUALITIES = [80, 68, 56, 44, 32];
const MOST_PIXELS = 40_000_000;
const MOST_SECONDS = 10;

/** A stored picture as a poster of exactly this width, in WebP. Keeps the part that draws the eye when it has to crop. */
export const posterOf = (content: Buffer, width: PosterWidth): Promise<Buffer> =>
  oneAtATime(async () => {
    const sharp = await openPictureLibrary();
    try {
      return await withinLimit(await resized(sharp, content, width), sharp);
    } catch (cause) {
      // It was decoded when it was stored: no visitor can mend it.
      throw new Problem('http.404', { cause });
    }
  });

interface Pixels {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

async function resized(sharp: typeof sharpModule, content: Buffer, width: PosterWidth): Promise<Pixels> {
  const { data, info } = await sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .timeout({ seconds: MOST_SECONDS })
    .resize(width, Math.round(width * RATIO), { fit: 'cover', position: sharp.strategy.attention })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, info };
}

async function withinLimit({ data, info }: Pixels, sharp: typeof sharpModule): Promise<Buffer> {
  const { width, height, channels } = info;
  let encoded = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    encoded = await sharp(data, { raw: { width, height, channels } })
      .webp({ quality, effort: 5, smartSubsample: true })
      .toBuffer();
    if (encoded.length <= MOST_BYTES) break;
  }
  return encoded;
}
