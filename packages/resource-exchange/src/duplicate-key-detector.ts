import type { ResourceDefinition } from '@coulisse/resource';
import type { CellError } from './import-row';

/** The value in the canonical form in which it is stored; null if the field's rules reject it. */
export type Canonical = (field: string, value: unknown) => string | null;

/**
 * Finds unique values that occur twice in the same file. The database would miss them in a dry run, which rolls each
 * batch back.
 */
export class DuplicateKeyDetector {
  private readonly rows = new Map<string, number>();
  private readonly groups: readonly (readonly string[])[];

  constructor(
    resource: ResourceDefinition,
    mapped: ReadonlySet<string>,
    keys: readonly string[],
    private readonly canonical: Canonical,
  ) {
    const unique = Object.keys(resource.fields).filter((field) => resource.fields[field]?.spec.unique);
    const single = [...new Set([...unique, ...keys])].map((field) => [field]);
    const together = resource.uniqueTogether.map(({ fields }) => fields);
    this.groups = [...single, ...together].filter((fields) => fields.every((field) => mapped.has(field)));
  }

  /** Records a row and returns an error for each unique value that an earlier row has. */
  duplicatesOf(row: number, valueOf: (field: string) => unknown): CellError[] {
    return this.groups.flatMap((fields): CellError[] => {
      const parts = fields.map((field) => {
        const value = valueOf(field);
        return value === undefined || value === null ? null : this.canonical(field, value);
      });
      if (parts.includes(null)) return [];
      const key = JSON.stringify([fields, parts]);
      const first = this.rows.get(key);
      if (first === undefined) {
        this.rows.set(key, row);
        return [];
      }
      return [{ name: fields[0]!, code: 'import.duplicate-value', params: { row: first } }];
    });
  }
}
