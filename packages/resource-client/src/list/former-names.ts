import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import type { ColumnChoice } from './column-choice';

type Named = Pick<ResourceDescriptor, 'fields'>;

/** Parameters whose values name fields. */
const NAMING = new Set(['sort', 'columns', 'by', 'filter']);

/** The parameters of a list with the names that its fields have today: a bookmark may be older than they are. */
export const withCurrentNames = (params: URLSearchParams, { fields }: Named): URLSearchParams =>
  fields.reduce(
    (current, { name, formerly }) => (formerly === undefined ? current : renamed(current, formerly, name)),
    params,
  );

const piecesOf = (text: string): string[] => text.split(/\b/);

const renamed = (params: URLSearchParams, formerly: string, name: string): URLSearchParams => {
  const filter = `f.${formerly}.`;
  return new URLSearchParams(
    [...params].map(([key, value]) => [
      key.startsWith(filter) ? `f.${name}.${key.slice(filter.length)}` : key,
      NAMING.has(key)
        ? piecesOf(value)
            .map((word) => (word === formerly ? name : word))
            .join('')
        : value,
    ]),
  );
};

/** The columns that a person chose earlier, with the names of today. */
export const currentColumns = (
  columns: readonly ColumnChoice[] | null,
  { fields }: Named,
): ColumnChoice[] | null =>
  columns?.map((column) => ({
    ...column,
    name: fields.find(({ formerly }) => formerly === column.name)?.name ?? column.name,
  })) ?? null;
