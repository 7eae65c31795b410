import { z } from 'zod';
import type { Selection, Sorting } from '../list-query';
import { archivedOf, sortingOf, wordsOf } from '../list-query';
import type { Statements } from '../statements';
import { Complaints } from './complaints';
import { GroupReader, MOST_RULES, type FilterGroup } from './filter';

const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number(), z.boolean()])),
]);
const rule = z.strictObject({ field: z.string(), op: z.string(), value });

/** The question of a list as data: what views keep, and what exports and jobs are given. */
export const questionShape = {
  search: z.string().max(200).optional(),
  sort: z.string().max(100).nullish(),
  filters: z.array(rule).max(MOST_RULES).optional(),
  group: z
    .looseObject({})
    .nullish()
    .meta({ description: '{"match": "all" or "any", "rules": [{"field", "op", "value"} or a group]}' }),
  archived: z.enum(['no', 'yes', 'all']).optional(),
};
export type Question = z.output<z.ZodObject<typeof questionShape>>;

/** Reads a question against the definition. Each complaint says where, below `path`: `/query/filters/0/value`. */
export function readQuestion(
  statements: Statements,
  asked: Question,
  path: readonly (string | number)[],
  complaints: Complaints,
): (Selection & Sorting) | undefined {
  const reader = new GroupReader(statements, complaints);
  const rules = (asked.filters ?? []).flatMap(
    (one, index) => reader.rule(one, [...path, 'filters', index]) ?? [],
  );
  const group = asked.group ? reader.group(asked.group, [...path, 'group'], 1) : undefined;
  const filters: FilterGroup = { match: 'all', rules: [...rules, ...(group ? [group] : [])] };
  if (asked.search?.includes('\0')) complaints.add([...path, 'search'], 'validation.format');
  const sorting = sortingOf(statements, asked.sort ?? undefined);
  if (!sorting) complaints.add([...path, 'sort'], 'validation.choice');
  const archived = archivedOf(statements, asked.archived, filters);
  if (archived === undefined) complaints.add([...path, 'archived'], 'validation.extra-fields');
  return sorting && archived !== undefined
    ? { words: wordsOf(asked.search ?? ''), filters, archived, ...sorting }
    : undefined;
}

/** The same, or a problem with everything that is wrong. */
export function parseQuestion(
  statements: Statements,
  asked: Question,
  path: readonly (string | number)[],
): Selection & Sorting {
  const complaints = new Complaints();
  const read = readQuestion(statements, asked, path, complaints);
  complaints.settle();
  // Without a complaint it was read.
  return read!;
}
