import { blocked, type Blocker } from './blocker';
import { rowsOf } from './children';
import type { Fields, FieldSpec } from './field';

/** The rows of a record that an input may name: those with these values. */
export const offeredRows = (
  rows: unknown,
  where: NonNullable<FieldSpec['rows']>['where'],
): ReturnType<typeof rowsOf> =>
  rowsOf(rows).filter((row) => Object.entries(where).every(([field, value]) => row[field] === value));

/** A blocker for each named row that the record does not offer. */
export const rowChoiceBlockers = (
  input: Fields,
  values: Readonly<Record<string, unknown>>,
  record: object,
): Blocker[] =>
  Object.entries(input).flatMap(([name, { spec }]) => {
    if (!spec.rows) return [];
    const offered = offeredRows((record as Record<string, unknown>)[spec.rows.field], spec.rows.where);
    const ids = new Set(offered.map(({ id }) => id));
    const named = (values[name] ?? []) as readonly string[];
    return named.flatMap((id, index) =>
      ids.has(id) ? [] : [blocked('validation.choice', {}, `/input/${name}/${index}`)],
    );
  });
