import { digestOf, drawnPoster } from './drawn-poster';

/** The poster of a show on public pages; its address changes with its content. */
export interface PublicPoster {
  /** STORED: `url` is that of a file, `/poster/{width}` below it are its sizes. DRAWN: `url` is that of an SVG. */
  kind: 'STORED' | 'DRAWN';
  url: string;
  /** What it shows; empty where the staff has not said so, and for a drawing, which shows the title only. */
  alt: string;
}

interface PosterRow {
  id: string;
  name: string;
  genre: string | null;
  color: string | null;
  poster_id: string | null;
  poster_alt: string | null;
}

export const posterOf = (row: PosterRow): PublicPoster =>
  row.poster_id === null
    ? {
        kind: 'DRAWN',
        url: `/app-api/configuration/spectacles/${row.id}/drawn-poster/${digestOf(drawnPoster(row))}`,
        alt: '',
      }
    : { kind: 'STORED', url: `/app-api/files/${row.poster_id}`, alt: row.poster_alt ?? '' };
