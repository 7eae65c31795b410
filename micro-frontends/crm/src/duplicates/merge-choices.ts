import type { FieldDescriptor, ResourceRow } from '@coulisse/mfe-kit';

export type Side = 'this' | 'other';
export type Choices = Readonly<Record<string, Side>>;

/** What a record is, or what follows from another choice: nobody chooses it. */
const FOLLOWS = new Set(['kind', 'isArchived', 'loyaltyIsManual']);
const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

/** Fields whose values differ, those that somebody has to choose between first. */
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
      !FOLLOWS.has(name) &&
      !(isEmpty(own[name]) && isEmpty(other[name])) &&
      idOf(own[name]) !== idOf(other[name]),
  );
  // Two values are a question; one beside nothing hardly is.
  const isQuestion = ({ name }: FieldDescriptor) => !isEmpty(own[name]) && !isEmpty(other[name]);
  return [...found.filter(isQuestion), ...found.filter((field) => !isQuestion(field))];
};

/** What is kept unless somebody says otherwise: the record's own value, or the other one's where it has none. */
export const usualSide = (field: string, own: ResourceRow): Side => (isEmpty(own[field]) ? 'other' : 'this');

/** A choice for each of these fields. */
export const choicesFor = (fields: readonly FieldDescriptor[], own: ResourceRow, made: Choices): Choices =>
  Object.fromEntries(fields.map(({ name }) => [name, made[name] ?? usualSide(name, own)]));
