import type { FieldDescriptor, ResourceRow } from '@coulisse/mfe-kit';

export type Side = 'this' | 'other';
export type Choices = Readonly<Record<string, Side>>;

/** Fields that are not chosen: the kind of the record, and fields derived from other choices. */
const NOT_CHOSEN = new Set(['kind', 'isArchived', 'loyaltyIsManual']);
const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

/** Fields whose values differ, conflicts first. */
export const differing = (
  fields: readonly FieldDescriptor[],
  own: ResourceRow,
  other: ResourceRow,
): FieldDescriptor[] => {
  const found = fields.filter(
    ({ name, type, readonly }) =>
      !readonly &&
      type !== 'children' &&
      type !== 'related' &&
      !NOT_CHOSEN.has(name) &&
      !(isEmpty(own[name]) && isEmpty(other[name])) &&
      idOf(own[name]) !== idOf(other[name]),
  );
  // Two values are a conflict; one value and an empty one are not.
  const isConflict = ({ name }: FieldDescriptor) => !isEmpty(own[name]) && !isEmpty(other[name]);
  return [...found.filter(isConflict), ...found.filter((field) => !isConflict(field))];
};

/** Default choice: the record's own value, or the other one's where it has none. */
export const usualSide = (field: string, own: ResourceRow): Side => (isEmpty(own[field]) ? 'other' : 'this');

/** The choice made for each field, or the default. */
export const choicesFor = (fields: readonly FieldDescriptor[], own: ResourceRow, made: Choices): Choices =>
  Object.fromEntries(fields.map(({ name }) => [name, made[name] ?? usualSide(name, own)]));
