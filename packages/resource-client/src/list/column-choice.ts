/** A column chosen by the user; without a width it fits its content. */
export interface ColumnChoice {
  name: string;
  /** In pixels. */
  width?: number;
}

export const NARROWEST = 64;
export const WIDEST = 720;

const NAME = /^[A-Za-z][A-Za-z0-9]*$/;

export const clampWidth = (width: number): number => Math.min(WIDEST, Math.max(NARROWEST, Math.round(width)));

/** `name:240,city` */
export const writeColumns = (columns: readonly ColumnChoice[]): string =>
  columns.map(({ name, width }) => (width ? `${name}:${width}` : name)).join(',');

/** Null when no valid column is found. */
export const readColumns = (text: string | null): ColumnChoice[] | null => {
  const columns = new Map<string, ColumnChoice>();
  for (const part of text?.split(',') ?? []) {
    const [name = '', width] = part.split(':');
    if (!NAME.test(name)) continue;
    const pixels = Number(width);
    columns.set(name, { name, ...(pixels > 0 ? { width: clampWidth(pixels) } : {}) });
  }
  return columns.size > 0 ? [...columns.values()] : null;
};

export const sameColumns = (
  columns: readonly ColumnChoice[],
  otherColumns: readonly ColumnChoice[],
): boolean => writeColumns(columns) === writeColumns(otherColumns);

/** Moves the column at `from` to `to`; the others keep their order. */
export const moveColumn = <T>(columns: readonly T[], from: number, to: number): T[] => {
  const moved = columns[from];
  if (moved === undefined || to < 0 || to >= columns.length) return [...columns];
  const others = columns.filter((_, index) => index !== from);
  return [...others.slice(0, to), moved, ...others.slice(to)];
};

/** Hides the named column when it is shown, or adds it at the end. */
export const toggleColumn = (columns: readonly ColumnChoice[], name: string): ColumnChoice[] =>
  columns.some((column) => column.name === name)
    ? columns.filter((column) => column.name !== name)
    : [...columns, { name }];

/** `width` null resets the column to the width of its content. */
export const resizeColumn = (
  columns: readonly ColumnChoice[],
  name: string,
  width: number | null,
): ColumnChoice[] =>
  columns.map((column) => {
    if (column.name !== name) return column;
    return width === null ? { name } : { name, width: clampWidth(width) };
  });

/** Storage key of the user's columns on this device, for lists shown without a view. */
const key = (resource: string, person: string): string => `coulisse.columns.${person}.${resource}`;

export const storedColumns = (resource: string, person: string): ColumnChoice[] | null =>
  readColumns(localStorage.getItem(key(resource, person)));

export const storeColumns = (
  resource: string,
  person: string,
  columns: readonly ColumnChoice[] | null,
): void => {
  if (columns) localStorage.setItem(key(resource, person), writeColumns(columns));
  else localStorage.removeItem(key(resource, person));
};
