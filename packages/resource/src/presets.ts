import { bool, int, type Field, type Fields } from './field';

/** Fields of a record that is put away rather than deleted: `archivable({ name: text() })`. */
export const archivable = <const F extends Fields>(fields: F): F & { isArchived: Field<boolean> } => ({
  ...fields,
  isArchived: bool(),
});

/** Fields of records that people put in order by hand; the resource says `sortable: true` too. */
export const sortable = <const F extends Fields>(fields: F): F & { position: Field<number> } => ({
  ...fields,
  position: int().readonly().default(0),
});
