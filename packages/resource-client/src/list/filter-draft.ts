import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { type FilterGroup, type FilterOp, type FilterRule, isGroup, tidyGroup } from './filter-group';
import { editedValue, filtersOf } from './filter-operators';

/** A condition being edited; its value has the type that its editor uses. */
export interface DraftRule {
  key: string;
  field: string;
  op: FilterOp;
  value: unknown;
}
export interface DraftGroup {
  key: string;
  match: FilterGroup['match'];
  rules: (DraftRule | DraftGroup)[];
}

export const isDraftGroup = (rule: DraftRule | DraftGroup): rule is DraftGroup => 'rules' in rule;

/** Counter for React keys, which identify the lines while they are moved and removed. */
let made = 0;
const key = (): string => {
  made += 1;
  return `rule-${made}`;
};

export const newDraftRule = (field: string, op: FilterOp, value: unknown): DraftRule => ({
  key: key(),
  field,
  op,
  value,
});

export const newDraftGroup = (match: FilterGroup['match'], rules: DraftGroup['rules'] = []): DraftGroup => ({
  key: key(),
  match,
  rules,
});

type Fields = readonly FieldDescriptor[];
const named = (fields: Fields, name: string) => fields.find((field) => field.name === name);

/** A group as its editor uses it, without conditions on fields that no longer exist. */
export const draftOf = (group: FilterGroup, fields: Fields): DraftGroup =>
  newDraftGroup(
    group.match,
    group.rules.flatMap((rule): DraftGroup['rules'] => {
      if (isGroup(rule)) return [draftOf(rule, fields)];
      const field = named(fields, rule.field);
      if (!field) return [];
      return [newDraftRule(rule.field, rule.op, editedValue(field, { ...rule, filters: [rule] }))];
    }),
  );

const written = (rule: DraftRule, fields: Fields) => {
  const field = named(fields, rule.field);
  return field ? filtersOf(field, rule.op, rule.value) : [];
};

/** Conditions without a value to compare with. */
export const unfinished = (draft: DraftGroup, fields: Fields): string[] =>
  draft.rules.flatMap((rule) => {
    if (isDraftGroup(rule)) return unfinished(rule, fields);
    return written(rule, fields).length === 0 ? [rule.key] : [];
  });

/** The filter sent to the API; null when it has no condition. */
export const groupOf = (draft: DraftGroup, fields: Fields): FilterGroup | null => {
  const all = (group: DraftGroup): FilterGroup => ({
    match: group.match,
    rules: group.rules.flatMap((rule): FilterRule[] =>
      isDraftGroup(rule) ? [all(rule)] : written(rule, fields),
    ),
  });
  return tidyGroup(all(draft));
};

export const countDrafts = (draft: DraftGroup): number =>
  draft.rules.reduce((count, rule) => count + (isDraftGroup(rule) ? countDrafts(rule) : 1), 0);
