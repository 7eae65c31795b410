import type { FieldDescriptor, ResourceDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import type { Filter } from '@coulisse/resource-client';

type Transition = NonNullable<ResourceDescriptor['lifecycle']>['transitions'][number];

/** How a card is moved to another column. */
export type Move =
  | { kind: 'none' }
  | { kind: 'update'; value: string | null }
  /** Possible transitions: a single one is executed, of several the user chooses one. */
  | { kind: 'steps'; steps: Transition[] }
  /** `reason`: a text key. */
  | { kind: 'refused'; reason: string };

const refused = (reason: string): Move => ({ kind: 'refused', reason });

/** The column of a card; for a reference, its id. */
export const columnOf = (row: ResourceRow, { name }: FieldDescriptor): string | null => {
  const value = row[name] ?? null;
  return typeof value === 'object' && value !== null && 'id' in value
    ? String(value.id)
    : (value as string | null);
};

export const moveOf = (
  descriptor: ResourceDescriptor,
  field: FieldDescriptor,
  row: ResourceRow,
  to: string | null,
): Move => {
  const from = columnOf(row, field);
  if (from === to) return { kind: 'none' };
  if (field.name === 'state') {
    const all = (descriptor.lifecycle?.transitions ?? []).filter(
      (transition) => transition.to === to && from !== null && transition.from.includes(from),
    );
    const steps = all.filter((transition) => transition.may && !transition.auto);
    if (steps.length > 0) return { kind: 'steps', steps };
    if (all.some((transition) => transition.auto)) return refused('kanban.refused.auto');
    return refused(all.length > 0 ? 'kanban.refused.right' : 'kanban.refused.path');
  }
  if (!descriptor.may.update) return refused('kanban.refused.right');
  if (field.readonly) return refused('list.locked.readonly');
  if (to === null && field.required) return refused('kanban.refused.required');
  return { kind: 'update', value: to };
};

/** Columns of a board: every value, and null when the field is optional; filters may leave out some. */
export const columnsOfBoard = (
  field: FieldDescriptor,
  filters: readonly Filter[],
  /** Values that occur in records. */
  found: readonly (string | null)[],
): (string | null)[] => {
  const enumValues = field.enum ?? [];
  // A reference may still point at an archived record.
  const others = found.filter((value) => value !== null && !enumValues.includes(value));
  const all = [...enumValues, ...others, ...(!field.required || found.includes(null) ? [null] : [])];
  return filters
    .filter((filter) => filter.field === field.name)
    .reduce<(string | null)[]>((values, { op, value }) => {
      if (op === 'eq' || op === 'in')
        return values.filter((column) => column !== null && value.split(',').includes(column));
      if (op === 'ne') return values.filter((column) => column !== value);
      if (op === 'empty') return values.filter((column) => (column === null) === (value === 'true'));
      return values;
    }, all);
};

/** The filters of one column: those of the board, plus its value. */
export const columnFilters = (
  field: FieldDescriptor,
  filters: readonly Filter[],
  value: string | null,
): Filter[] => [
  ...filters.filter((filter) => filter.field !== field.name),
  value === null ? { field: field.name, op: 'empty', value: 'true' } : { field: field.name, op: 'eq', value },
];
