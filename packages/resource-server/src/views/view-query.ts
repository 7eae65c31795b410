import { z } from 'zod';
import { named } from '@coulisse/service-kit/http';
import { listableColumn, sortingOf } from '../list-query';
import { ValidationIssues } from '../lists/validation-issues';
import { GroupReader, groupableColumn } from '../lists/filter';
import { savedQueryShape, readSavedQuery } from '../lists/saved-query';
import type { Statements } from '../statements';

const MOST_COLUMNS = 100;

/** What a view stores of a list: which records, in which order, and how they are shown. */
export const viewQuerySchema = named(
  'ViewQuery',
  z.strictObject({
    ...savedQueryShape,
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

/** Refuses a view with fields or values that the resource does not have. */
export function checkViewQuery(statements: Statements, query: ViewQuery): void {
  const issues = new ValidationIssues();
  readSavedQuery(statements, query, ['query'], issues);
  for (const [index, { name }] of (query.columns ?? []).entries())
    if (!listableColumn(statements, name))
      issues.add(['query', 'columns', index, 'name'], 'validation.choice');
  if (query.by && !groupableColumn(statements, query.by)) issues.add(['query', 'by'], 'validation.choice');
  issues.throwIfAny();
}

type Group = { match?: unknown; rules?: unknown };

/** A view with the names that fields have today. */
function withCurrentNames(statements: Statements, query: ViewQuery): ViewQuery {
  if (!statements.hasFormerNames) return query;
  const current = (name: string) => statements.currentName(name);
  const { sort, filters, group, columns, by } = query;
  return {
    ...query,
    ...(sort
      ? { sort: sort.replace(/^(-?)(.*)$/, (_, minus: string, name: string) => minus + current(name)) }
      : {}),
    ...(filters ? { filters: filters.map((rule) => ({ ...rule, field: current(rule.field) })) } : {}),
    ...(group ? { group: groupWithCurrentNames(group, current) as Record<string, unknown> } : {}),
    ...(columns ? { columns: columns.map((column) => ({ ...column, name: current(column.name) })) } : {}),
    ...(by ? { by: current(by) } : {}),
  };
}
function groupWithCurrentNames(node: unknown, current: (name: string) => string): unknown {
  if (typeof node !== 'object' || node === null) return node;
  const { rules, field } = node as { rules?: unknown; field?: unknown };
  return {
    ...node,
    ...(Array.isArray(rules) ? { rules: rules.map((rule) => groupWithCurrentNames(rule, current)) } : {}),
    ...(typeof field === 'string' ? { field: current(field) } : {}),
  };
}

/** The parts of a view that are still valid: the resource may have lost fields and choices since it was saved. */
export function validParts(statements: Statements, saved: ViewQuery): ViewQuery {
  const query = withCurrentNames(statements, saved);
  const { sort, filters, group, columns, by, archived, ...rest } = query;
  const shown = columns?.filter(({ name }) => listableColumn(statements, name));
  const rules = filters?.filter((rule) => isKnownRule(statements, rule));
  const remainingGroup = group && knownGroup(statements, group);
  const hasArchive = archived !== undefined && readable(statements, { archived });
  return {
    ...rest,
    ...(sort && sortingOf(statements, sort) ? { sort } : {}),
    ...(rules?.length ? { filters: rules } : {}),
    ...(remainingGroup ? { group: remainingGroup } : {}),
    ...(shown?.length ? { columns: shown } : {}),
    ...(by && groupableColumn(statements, by) ? { by } : {}),
    ...(hasArchive ? { archived } : {}),
  };
}

function isKnownRule(statements: Statements, rule: unknown): boolean {
  const issues = new ValidationIssues();
  new GroupReader(statements, issues).rule(rule, []);
  return issues.isEmpty;
}
/** Undefined if no rule of the group is left. */
function knownGroup(statements: Statements, { match, rules }: Group): Record<string, unknown> | undefined {
  if (!Array.isArray(rules)) return undefined;
  const remainingRules = rules.flatMap((rule: unknown) => {
    const isGroup = typeof rule === 'object' && rule !== null && 'rules' in rule;
    if (isGroup) return knownGroup(statements, rule) ?? [];
    return isKnownRule(statements, rule) ? [rule] : [];
  });
  return remainingRules.length ? { match, rules: remainingRules } : undefined;
}
function readable(statements: Statements, part: Pick<ViewQuery, 'archived'>): boolean {
  const issues = new ValidationIssues();
  readSavedQuery(statements, part, [], issues);
  return issues.isEmpty;
}
