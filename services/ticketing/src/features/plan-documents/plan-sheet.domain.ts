import { textWidth } from '../drawn-text';

/** Where the list of parties is: on the page of the plan, beside or below it, or on the next page. */
export type ListPlace = 'beside' | 'below' | 'after';

/** How the plan and its list are on their paper; lengths are in millimetres. */
export interface PlanSheet {
  isLandscape: boolean;
  list: ListPlace;
  columns: number;
}

/** A4 without its margins; somewhat less, because a page that is full to its edge may begin another one. */
export const [LONG, SHORT] = [272, 185];
/** The heading with a title of one line, and the legend. */
const HEAD = 36;
export const [BESIDE, GAP] = [80, 6];
const [LETTER, LINE] = [3, 4.4];
/** Left of the names, for their numbers. */
const NUMBER = 7;
/** A list on a page of its own has to make the plan so much larger. */
const WORTH_A_PAGE = 1.4;

/** The height of a list in columns; a column may end early where an entry is not divided. */
function heightOf(entries: readonly string[], columns: number, width: number): number {
  const line = width - NUMBER;
  const rows = entries.map((entry) => Math.ceil((textWidth(entry, LETTER) * 1.05) / line));
  const count = rows.reduce((sum, each) => sum + each, 0);
  const unused = columns > 1 ? Math.max(0, ...rows) - 1 : 0;
  return (Math.ceil(count / columns) + unused) * LINE;
}

interface Candidate extends PlanSheet {
  scale: number;
}

/** Paper across for a room that is wider than high, and the list where it leaves the plan largest. */
export function planSheet(room: { width: number; height: number }, entries: readonly string[]): PlanSheet {
  const isLandscape = room.width >= room.height;
  const [width, height] = isLandscape ? [LONG, SHORT - HEAD] : [SHORT, LONG - HEAD];
  const columns = isLandscape ? 3 : 2;
  const scaleIn = (across: number, down: number): number =>
    Math.min(Math.max(0, across) / room.width, Math.max(0, down) / room.height);
  const below = heightOf(entries, columns, (width - (columns - 1) * GAP) / columns);
  const isBesidePossible = heightOf(entries, 1, BESIDE) <= height;
  const candidates: Candidate[] = [
    {
      isLandscape,
      list: 'beside',
      columns: 1,
      scale: isBesidePossible ? scaleIn(width - BESIDE - GAP, height) : 0,
    },
    { isLandscape, list: 'below', columns, scale: scaleIn(width, height - below - GAP) },
  ];
  const [best] = candidates.sort((left, right) => right.scale - left.scale) as [Candidate, Candidate];
  const isOnePage = best.scale * WORTH_A_PAGE >= scaleIn(width, height);
  return isOnePage
    ? { isLandscape, list: best.list, columns: best.columns }
    : { isLandscape, list: 'after', columns };
}
