import { Problem } from '@coulisse/service-kit';
import type sharpModule from 'sharp';
import type { Sharp } from 'sharp';

/** What a camera of today takes; a picture of more is a scan, or an attempt on our memory. */
const MOST_PIXELS = 40_000_000;
/** Pictures of an animation are counted together. */
const MOST_SECONDS = 20;
const QUALITY = 88;
/** Unpacked pictures are large: one after the other. */
let queue: Promise<unknown> = Promise.resolve();

export interface Picture {
  content: Buffer;
  width: number;
  height: number;
}

/** Loaded with the first picture: the library takes memory that a service without pictures does not need. */
let library: Promise<typeof sharpModule> | undefined;
async function load(): Promise<typeof sharpModule> {
  library ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    // Whatever a file calls itself, only the formats that browsers draw are opened.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: [
        'VipsForeignLoadPng',
        'VipsForeignLoadJpeg',
        'VipsForeignLoadWebp',
        'VipsForeignLoadNsgif',
        'VipsForeignLoadHeif',
      ],
    });
    return sharp;
  });
  return library;
}

/**
 * Draws a picture anew, in the same format: what is not picture does not come out again, neither the place where it was
 * taken nor a page or an archive behind its last byte. Throws when it cannot be drawn or has too many pixels.
 */
export function redrawn(content: Buffer, mediaType: string): Promise<Picture> {
  const next = queue.then(() => redraw(content, mediaType));
  queue = next.catch(() => undefined);
  return next;
}

async function redraw(content: Buffer, mediaType: string): Promise<Picture> {
  const sharp = await load();
  const animated = mediaType === 'image/gif' || mediaType === 'image/webp';
  try {
    const read = sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated });
    // A picture that was taken upright stays so though what says it goes.
    const upright = animated ? read : read.rotate();
    const drawn = encoded(upright, mediaType).timeout({ seconds: MOST_SECONDS });
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
    return { content: data, width: info.width, height: info.pageHeight ?? info.height };
  } catch (cause) {
    const tooLarge = cause instanceof Error && /pixel limit|timeout|too large/i.test(cause.message);
    throw new Problem('validation.failed', {
      cause,
      errors: [
        tooLarge
          ? { pointer: '', code: 'file.picture-too-large', params: { max: MOST_PIXELS / 1_000_000 } }
          : { pointer: '', code: 'file.picture-unreadable' },
      ],
    });
  }
}

function encoded(picture: Sharp, mediaType: string): Sharp {
  switch (mediaType) {
    case 'image/jpeg':
      return picture.jpeg({ quality: QUALITY, progressive: true });
    case 'image/webp':
      return picture.webp({ quality: QUALITY });
    case 'image/gif':
      return picture.gif();
    case 'image/avif':
      return picture.avif({ quality: 60, effort: 2 });
    default:
      return picture.png();
  }
}
