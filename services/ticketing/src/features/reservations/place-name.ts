import { seatName } from '@coulisse/seat-plan';
import type { Language } from '@coulisse/contracts';

/** What a show tells its buyers about their places, of a show s. */
export const SHOWN_NUMBERS = `s.display_seat_number AS "showsSeat", s.display_table_number AS "showsTable"`;

export interface NamedPlace {
  row: string;
  number: string;
  tableId?: string | null;
  showsSeat: boolean;
  showsTable: boolean;
}

const FREE_SEATING: Record<Language, string> = { fr: 'Placement libre', en: 'Free seating' };

/** A place as its buyer reads it: 'Rang B, place 12'; its table alone, or no number, where the show displays none. */
export function placeName(place: NamedPlace, language: Language): string {
  if (place.showsSeat) return seatName({ ...place, tableId: place.tableId ?? null }, language);
  return place.showsTable && place.tableId ? `Table ${place.row}` : FREE_SEATING[language];
}
