import type { Row } from '../types';
import type { ImportTarget } from './import-targets';

interface Pointer {
  readonly id: string;
  readonly label: string | null;
}

/**
 * The one that a record points at already by a label that several have: a file that was exported and comes back means it.
 * Of a field of children nobody can tell which row it stood in.
 */
export function standingReference(
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
