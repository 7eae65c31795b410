import type { Row } from '@coulisse/resource-server/extension';
import type { ImportTarget } from './import-targets';

interface Pointer {
  readonly id: string;
  readonly label: string | null;
}

/**
 * The id that the record already refers to by an ambiguous label: a file that was exported and is imported again means
 * that record. Undefined for fields of children, because the row of the child is not known.
 */
export function currentReference(
  record: Row,
  { path, spec }: ImportTarget,
  text: string,
): string | undefined {
  if (path.child) return undefined;
  const value = record[path.field];
  const pointers: Pointer[] =
    spec.kind === 'refs' ? ((value as Pointer[] | null) ?? []) : value ? [value as Pointer] : [];
  const alike = pointers.filter(({ label }) => label === text);
  return alike.length === 1 ? alike[0]?.id : undefined;
}
