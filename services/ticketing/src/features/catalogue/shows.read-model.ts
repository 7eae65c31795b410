import type { Tx } from '@coulisse/service-kit';
import {
  organiserOf,
  performancesOfShow,
  performancesOfTheatre,
  type Organiser,
  type PublicPerformance,
} from './performances.read-model';

export interface PublicShow {
  id: string;
  name: string;
  shortDescription: string;
  color: string | null;
  posterFile: string | null;
  nextPerformance: string | null;
  lowestPrice: string | null;
}
export interface PublicShowPage extends Omit<PublicShow, 'nextPerformance' | 'lowestPrice'> {
  description: string;
  placement: string;
  displaySeatNumber: boolean;
  organiser: Organiser;
  performances: PublicPerformance[];
}

interface ShowRow {
  id: string;
  name: string;
  description: string | null;
  short_description: string | null;
  color: string | null;
  poster_file: string | null;
  placement: string;
  display_seat_number: boolean;
}

const SHOWS = `
SELECT id, name, description, short_description, color, poster_file, placement, display_seat_number
FROM show WHERE tenant_id = $1 AND display_mode = 'ALL'`;

const headOf = (row: ShowRow) => ({
  id: row.id,
  name: row.name,
  shortDescription: row.short_description ?? '',
  color: row.color,
  posterFile: row.poster_file,
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
    organiser: await organiserOf(tx),
    performances: await performancesOfShow(tx, id),
  };
}
