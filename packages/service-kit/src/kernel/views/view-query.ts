import { z } from 'zod';
import { named } from '../../http/openapi';
import { listableColumn, sortingOf } from '../list-query';
import { Complaints } from '../lists/complaints';
import { GroupReader, groupableColumn } from '../lists/filter';
import { questionShape, readQuestion } from '../lists/question';
import type { Statements } from '../statements';

const MOST_COLUMNS = 100;

/** What a view keeps of a list: which records, in which order, and how they are shown. */
export const viewQuerySchema = named(
  'ViewQuery',
  z.strictObject({
    ...questionShape,
    columns: z
      .array(z.strictObject({ name: z.string(), width: z.int().min(20).max(2_000).nullish() }))
      .max(MOST_COLUMNS)
      .nullish(),
    type: z.enum(['table', 'kanban']).optional(),
    /** Field whose values are the columns of a board. */
    by: z.string().nullish(),
  }),
);
export type ViewQuery = z.output<typeof viewQuerySchema>;

/** Refuses a view that asks for what the resource does not have. */
export function checkViewQuery(statements: Statements, query: ViewQuery): void {
  const complaints = new Complaints();
  readQuestion(statements, query, ['query'], complaints);
  for (const [index, { name }] of (query.columns ?? []).entries())
    if (!listableColumn(statements, name))
      complaints.add(['query', 'columns', index, 'name'], 'validation.choice');
  if (query.by && !groupableColumn(statements, query.by))
    complaints.add(['query', 'by'], 'validation.choice');
  complaints.settle();
}

type Group = { match?: unknown; rules?: unknown };

/** What still makes sense of a view: the resource may have lost fields and choices since it was kept. */
export function knownParts(statements: Statements, query: ViewQuery): ViewQuery {
  const { sort, filters, group, columns, by, archived, ...rest } = query;
  const shown = columns?.filter(({ name }) => listableColumn(statements, name));
  const rules = filters?.filter((rule) => isKnownRule(statements, rule));
  const kept = group && knownGroup(statements, group);
  const hasArchive = archived !== undefined && readable(statements, { archived });
  return {
    ...rest,
    ...(sort && sortingOf(statements, sort) ? { sort } : {}),
    ...(rules?.length ? { filters: rules } : {}),
    ...(kept ? { group: kept } : {}),
    ...(shown?.length ? { columns: shown } : {}),
    ...(by && groupableColumn(statements, by) ? { by } : {}),
    ...(hasArchive ? { archived } : {}),
  };
}

function isKnownRule(statements: Statements, rule: unknown): boolean {
  const complaints = new Complaints();
  new GroupReader(statements, complaints).rule(rule, []);
  return complaints.isEmpty;
}
/** Nothing when no rule of the group is left. */
function knownGroup(statements: Statements, { match, rules }: Group): Record<string, unknown> | undefined {
  if (!Array.isArray(rules)) return undefined;
  const kept = rules.flatMap((rule: unknown) => {
    const isGroup = typeof rule === 'object' && rule !== null && 'rules' in rule;
    if (isGroup) return knownGroup(statements, rule) ?? [];
    return isKnownRule(statements, rule) ? [rule] : [];
  });
  return kept.length ? { match, rules: kept } : undefined;
}
function readable(statements: Statements, part: Pick<ViewQuery, 'archived'>): boolean {
  const complaints = new Complaints();
  readQuestion(statements, part, [], complaints);
  return complaints.isEmpty;
}
