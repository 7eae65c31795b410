import { bool, int, type Field, type Fields } from './field';

/** Fields of a record that is archived rather than deleted: `archivable({ name: text() })`. */
export const archivable = <const F extends Fields>(fields: F): F & { isArchived: Field<boolean> } => ({
  ...fields,
  isArchived: bool(),
});

/** Fields of records that users order by hand; the resource also needs `sortable: true`. */
export const sortable = <const F extends Fields>(fields: F): F & { position: Field<number> } => ({
  ...fields,
  position: int().readonly().default(0),
});
