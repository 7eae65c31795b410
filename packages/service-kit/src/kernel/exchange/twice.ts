import type { ResourceDefinition } from '@coulisse/resource';
import type { CellError } from './import-row';

/** The value in the one spelling in which it would be stored; null when the field's own rules refuse it. */
export type Canonical = (field: string, value: unknown) => string | null;

/**
 * Values that no two records may share, met a second time in the same file. The database alone would not see it in a dry
 * run, whose rows are never all there at once.
 */
export class ValuesMetTwice {
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

  /** Notes a row; answers what it has in common with an earlier one. */
  note(row: number, valueOf: (field: string) => unknown): CellError[] {
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
