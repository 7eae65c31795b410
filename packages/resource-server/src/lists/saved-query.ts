import { z } from 'zod';
import type { Selection, Sorting } from '../list-query';
import { archivedOf, sortingOf, searchTermsOf } from '../list-query';
import type { Statements } from '../statements';
import { ValidationIssues } from './validation-issues';
import { GroupReader, MOST_RULES, type FilterGroup } from './filter';

const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number(), z.boolean()])),
]);
const rule = z.strictObject({ field: z.string(), op: z.string(), value });

/** A list query as data, for views, exports and jobs. */
export const savedQueryShape = {
  search: z.string().max(200).optional(),
  sort: z.string().max(100).nullish(),
  filters: z.array(rule).max(MOST_RULES).optional(),
  group: z
    .looseObject({})
    .nullish()
    .meta({ description: '{"match": "all" or "any", "rules": [{"field", "op", "value"} or a group]}' }),
  archived: z.enum(['no', 'yes', 'all']).optional(),
};
export type SavedQuery = z.output<z.ZodObject<typeof savedQueryShape>>;

/** Validates a saved query against the definition. Issues have pointers below `path`: `/query/filters/0/value`. */
export function readSavedQuery(
  statements: Statements,
  saved: SavedQuery,
  path: readonly (string | number)[],
  issues: ValidationIssues,
): (Selection & Sorting) | undefined {
  const reader = new GroupReader(statements, issues);
  const rules = (saved.filters ?? []).flatMap(
    (condition, index) => reader.rule(condition, [...path, 'filters', index]) ?? [],
  );
  const group = saved.group ? reader.group(saved.group, [...path, 'group'], 1) : undefined;
  const filters: FilterGroup = { match: 'all', rules: [...rules, ...(group ? [group] : [])] };
  if (saved.search?.includes('\0')) issues.add([...path, 'search'], 'validation.format');
  const sorting = sortingOf(statements, saved.sort ?? undefined);
  if (!sorting) issues.add([...path, 'sort'], 'validation.choice');
  const archived = archivedOf(statements, saved.archived, filters);
  if (archived === undefined) issues.add([...path, 'archived'], 'validation.extra-fields');
  return sorting && archived !== undefined
    ? { words: searchTermsOf(saved.search ?? ''), filters, archived, ...sorting }
    : undefined;
}

/** The same, but throws one problem with all issues. */
export function parseSavedQuery(
  statements: Statements,
  saved: SavedQuery,
  path: readonly (string | number)[],
): Selection & Sorting {
  const issues = new ValidationIssues();
  const read = readSavedQuery(statements, saved, path, issues);
  issues.throwIfAny();
  // Defined, because there was no issue.
  return read!;
}
