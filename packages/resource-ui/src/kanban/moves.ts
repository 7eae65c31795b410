import type { FieldDescriptor, ResourceDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import type { Filter } from '../data/filter-group';

type Transition = NonNullable<ResourceDescriptor['lifecycle']>['transitions'][number];

/** What it takes to bring a card to another column. */
export type Move =
  | { kind: 'none' }
  | { kind: 'update'; value: string | null }
  /** Steps that lead there: one is taken, several are asked about. */
  | { kind: 'steps'; steps: Transition[] }
  /** `reason`: a key of the texts. */
  | { kind: 'refused'; reason: string };

const refused = (reason: string): Move => ({ kind: 'refused', reason });

/** The column that a card is in: of a reference, the id. */
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

/** Columns of a board: every value, and none where a record may have none; fewer where a filter says so. */
export const columnsOfBoard = (
  field: FieldDescriptor,
  filters: readonly Filter[],
  /** Values that records have. */
  found: readonly (string | null)[],
): (string | null)[] => {
  const known = field.enum ?? [];
  // A reference may still point at what was put away.
  const others = found.filter((value) => value !== null && !known.includes(value));
  const all = [...known, ...others, ...(!field.required || found.includes(null) ? [null] : [])];
  return filters
    .filter((filter) => filter.field === field.name)
    .reduce<(string | null)[]>((values, { op, value }) => {
      if (op === 'eq' || op === 'in')
        return values.filter((one) => one !== null && value.split(',').includes(one));
      if (op === 'ne') return values.filter((one) => one !== value);
      if (op === 'empty') return values.filter((one) => (one === null) === (value === 'true'));
      return values;
    }, all);
};

/** The filters of one column: those of the board, and its value. */
export const columnFilters = (
  field: FieldDescriptor,
  filters: readonly Filter[],
  value: string | null,
): Filter[] => [
  ...filters.filter((filter) => filter.field !== field.name),
  value === null ? { field: field.name, op: 'empty', value: 'true' } : { field: field.name, op: 'eq', value },
];
