/** Comparison operators of the API. */
export const FILTER_OPS = ['eq', 'ne', 'contains', 'in', 'gte', 'lte', 'within', 'empty'] as const;
export type FilterOp = (typeof FILTER_OPS)[number];

export interface Filter {
  field: string;
  op: FilterOp;
  /** As sent to the API: ids and values joined by commas for `in`, 'true' or 'false' for `empty`. */
  value: string;
}

/** Conditions joined by "and" or by "or". */
export interface FilterGroup {
  match: 'all' | 'any';
  rules: FilterRule[];
}
export type FilterRule = Filter | FilterGroup;

/** Maximum depth that the API accepts; the editor offers no more. */
export const DEEPEST = 3;
export const MOST_RULES = 30;

export const isOp = (op: unknown): op is FilterOp => FILTER_OPS.some((filterOp) => filterOp === op);
export const isGroup = (rule: FilterRule): rule is FilterGroup => 'rules' in rule;

/** Number of conditions of a group, nested groups included. */
export const countRules = (group: FilterGroup): number =>
  group.rules.reduce((count, rule) => count + (isGroup(rule) ? countRules(rule) : 1), 0);

/** Reads a group from a URL or a view; null when it is none. Invalid members are left out. */
export const readGroup = (value: unknown, depth = 1): FilterGroup | null => {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return null;
  const { match, rules } = value as Partial<Record<string, unknown>>;
  if ((match !== 'all' && match !== 'any') || !Array.isArray(rules)) return null;
  const read = rules
    .map((rule) => readRule(rule, depth))
    .filter((rule): rule is FilterRule => rule !== null)
    .slice(0, MOST_RULES);
  return read.length > 0 ? { match, rules: read } : null;
};

const readRule = (value: unknown, depth: number): FilterRule | null => {
  if (typeof value !== 'object' || value === null) return null;
  if ('rules' in value) return readGroup(value, depth + 1);
  const { field, op, value: operand } = value as Partial<Record<string, unknown>>;
  return typeof field === 'string' && isOp(op) && typeof operand === 'string'
    ? { field, op, value: operand }
    : null;
};

export const parseGroup = (text: string | null): FilterGroup | null => {
  if (!text) return null;
  try {
    return readGroup(JSON.parse(text));
  } catch {
    return null;
  }
};

/** A group without its empty groups; null when nothing is left. */
export const tidyGroup = (group: FilterGroup): FilterGroup | null => {
  const rules = group.rules
    .map((rule) => (isGroup(rule) ? tidyGroup(rule) : rule))
    .filter((rule): rule is FilterRule => rule !== null);
  const [only] = rules;
  if (!only) return null;
  // A group whose only member is a group is replaced by it.
  return rules.length === 1 && isGroup(only) ? only : { match: group.match, rules };
};
