import { bool, type Field, type Fields } from './field';

/** Fields of a record that is put away rather than deleted: `archivable({ name: text() })`. */
export const archivable = <const F extends Fields>(fields: F): F & { isArchived: Field<boolean> } => ({
  ...fields,
  isArchived: bool(),
});
