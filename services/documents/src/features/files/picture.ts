import { Problem } from '@coulisse/service-kit';
import type sharpModule from 'sharp';
import type { Sharp } from 'sharp';

/** Size of current camera pictures; larger ones are scans or decompression bombs. Frames of an animation add up. */
const MOST_PIXELS = 40_000_000;
const MOST_SECONDS = 20;
const QUALITY = 88;
/** Decoded pictures need much memory, so they are processed one at a time. */
let queue: Promise<unknown> = Promise.resolve();

export interface Picture {
  content: Buffer;
  width: number;
  height: number;
}

/** Loaded with the first picture: a service without pictures does not need the memory of the library. */
let library: Promise<typeof sharpModule> | undefined;
export async function openPictureLibrary(): Promise<typeof sharpModule> {
  library ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    // Only formats that browsers display are decoded, whatever the file claims to be.
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
 * Re-encodes a picture in the same format. This drops all other data: metadata such as the GPS position, and HTML or an
 * archive appended to the file. Throws when it cannot be decoded or has too many pixels.
 */
export const reencodePicture = (content: Buffer, mediaType: string): Promise<Picture> =>
  oneAtATime(() => redraw(content, mediaType));

/** Runs work on decoded pictures after all that was begun before. */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const next = queue.then(work);
  queue = next.catch(() => undefined);
  return next;
}

async function redraw(content: Buffer, mediaType: string): Promise<Picture> {
  const sharp = await openPictureLibrary();
  const animated = mediaType === 'image/gif' || mediaType === 'image/webp';
  try {
    const read = sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated });
    // Applies the EXIF orientation, because the metadata is dropped.
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
