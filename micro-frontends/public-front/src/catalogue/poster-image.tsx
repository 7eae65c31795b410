import type { Poster } from '../api/types';

const WIDTHS = [160, 320, 480, 720];

interface PosterImageProps {
  poster: Poster;
  /** Width on the page, as `sizes` of an image. */
  sizes: string;
  /** Above the fold. */
  isFirst?: boolean | undefined;
}

/** The poster of a show; its place is there before it is. */
export function PosterImage({ poster: { kind, url, alt }, sizes, isFirst }: PosterImageProps) {
  const at = (width: number) => `${url}/poster/${width}`;
  const isStored = kind === 'STORED';
  return (
    <img
      className="poster"
      // Before the address, which a browser would otherwise begin to load.
      loading={isFirst ? undefined : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      sizes={isStored ? sizes : undefined}
      srcSet={isStored ? WIDTHS.map((width) => `${at(width)} ${width}w`).join(', ') : undefined}
      src={isStored ? at(320) : url}
      alt={alt}
      width={300}
      height={400}
    />
  );
}
