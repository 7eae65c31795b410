import type { FieldDescriptor } from '@coulisse/mfe-kit';

/** Minimum width in pixels, and share of the remaining width. */
type Track = readonly [least: number, share: number];

const TRACKS: Partial<Record<FieldDescriptor['type'], Track>> = {
  bool: [64, 0],
  int: [76, 1],
  decimal: [88, 1],
  percent: [84, 1],
  money: [104, 1],
  duration: [92, 1],
  time: [76, 1],
  date: [132, 1],
  datetime: [176, 1],
  enumeration: [112, 1],
  country: [120, 1],
  ref: [160, 2],
  color: [150, 1],
  phone: [136, 1],
};
const USUAL: Track = [128, 2];
/** Kinds that are too tall for a table row. */
const TALL = new Set<FieldDescriptor['type']>([
  'longText',
  'richText',
  'json',
  'list',
  'refs',
  'file',
  'image',
]);

const HANDLE = 20;
const BUTTONS = 88;
const GAP = 8;

const trackOf = ({ type }: FieldDescriptor): Track => TRACKS[type] ?? USUAL;

/** True when all columns of a line fit in one row. */
export const fitsInRow = (columns: readonly FieldDescriptor[], width: number): boolean => {
  if (columns.some(({ type }) => TALL.has(type))) return false;
  const least = columns.reduce((sum, column) => sum + trackOf(column)[0] + GAP, HANDLE + GAP + BUTTONS);
  return least <= width;
};

export const columnTracks = (columns: readonly FieldDescriptor[]): string =>
  [
    `${HANDLE}px`,
    ...columns
      .map(trackOf)
      .map(([least, share]) => (share ? `minmax(${least}px, ${share}fr)` : `${least}px`)),
    `${BUTTONS}px`,
  ].join(' ');
