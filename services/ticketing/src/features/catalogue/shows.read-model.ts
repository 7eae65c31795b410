import type { Tx } from '@coulisse/service-kit';
import { drawnPoster } from './drawn-poster/drawn-poster';
import { posterOf, type PublicPoster } from './drawn-poster/public-poster';
import { performancesOfShow, performancesOfTheatre, type PublicPerformance } from './performances.read-model';
import { theatreOf, type PublicTheatre } from './theatre.read-model';

export interface PublicShow {
  id: string;
  name: string;
  shortDescription: string;
  color: string | null;
  genre: string | null;
  poster: PublicPoster;
  /** Listed ones that are still to come, soonest first. */
  performances: PublicPerformance[];
  nextPerformance: string | null;
  lowestPrice: string | null;
}
export interface PublicShowPage extends Omit<PublicShow, 'nextPerformance' | 'lowestPrice'> {
  description: string;
  placement: string;
  displaySeatNumber: boolean;
  organiser: PublicTheatre;
  /** False: only who has its address finds it. */
  isListed: boolean;
}

interface ShowRow {
  id: string;
  name: string;
  description: string | null;
  short_description: string | null;
  color: string | null;
  genre: string | null;
  poster_id: string | null;
  poster_alt: string | null;
  placement: string;
  private: boolean;
  display_seat_number: boolean;
}

const SHOWS = `
SELECT id, name, description, short_description, color, genre, poster_id, poster_alt, placement, private, display_seat_number
FROM show WHERE tenant_id = $1 AND display_mode = 'ALL'`;

const headOf = (row: ShowRow) => ({
  id: row.id,
  name: row.name,
  shortDescription: row.short_description ?? '',
  color: row.color,
  genre: row.genre,
  poster: posterOf(row),
});

/** Shows of the tenant, by next performance; shows without a future performance come last. */
export async function showsOfTheatre(tx: Tx): Promise<PublicShow[]> {
  const { rows } = await tx.sql.query<ShowRow>(`${SHOWS} AND NOT private ORDER BY name`, [tx.tenantId]);
  const performances = await performancesOfTheatre(tx);
  const shows = rows.map((row): PublicShow => {
    const own = performances.filter(({ show }) => show.id === row.id);
    const prices = own.map(({ lowestPrice }) => lowestPrice).filter((price) => price !== null);
    return {
      ...headOf(row),
      performances: own.map(({ show: _show, organiser: _organiser, isMultiFormule: _many, ...rest }) => rest),
      nextPerformance: own[0]?.startsAt ?? null,
      lowestPrice: prices.sort((a, b) => Number(a) - Number(b))[0] ?? null,
    };
  });
  return shows.sort((a, b) => (a.nextPerformance ?? '9').localeCompare(b.nextPerformance ?? '9'));
}

export async function showById(tx: Tx, id: string): Promise<PublicShowPage | null> {
  const { rows } = await tx.sql.query<ShowRow>(`${SHOWS} AND id = $2`, [tx.tenantId, id]);
  const row = rows[0];
  if (!row) return null;
  return {
    ...headOf(row),
    description: row.description ?? '',
    placement: row.placement,
    displaySeatNumber: row.display_seat_number,
    organiser: await theatreOf(tx),
    isListed: !row.private,
    performances: await performancesOfShow(tx, id),
  };
}

/** The address of the drawing is public even where the show has a poster of its own: an old page may still name it. */
export async function drawingOfShow(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await tx.sql.named<ShowRow & Record<string, unknown>>(
    'drawing-of-show',
    `${SHOWS} AND id = $2`,
    [tx.tenantId, id],
  );
  return rows[0] ? drawnPoster(rows[0]) : null;
}
