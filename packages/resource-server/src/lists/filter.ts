import { isFilterable, isShown, type FieldSpec, type StoredColumn } from '@coulisse/resource';
import type { Statements } from '../statements';
import { comparable, isComparable, isPlainText } from './comparable';
import { hasPeriods, isPeriod } from './period';
import type { ValidationIssues } from './validation-issues';

export const OPERATORS = ['eq', 'ne', 'contains', 'in', 'gte', 'lte', 'within', 'empty'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A validated condition on one column. Only `in` has more than one value. */
export interface Filter {
  readonly column: StoredColumn;
  readonly operator: Operator;
  readonly values: readonly string[];
}
/** Conditions of which all or any must hold. A group without rules matches everything. */
export interface FilterGroup {
  readonly match: 'all' | 'any';
  readonly rules: readonly (Filter | FilterGroup)[];
}
export const isGroup = (node: Filter | FilterGroup): node is FilterGroup => 'rules' in node;

/** Maximum nesting depth of groups. */
export const DEEPEST = 3;
export const MOST_RULES = 30;
const MOST_VALUES = 200;
const LONGEST = 20_000;

type Path = readonly (string | number)[];

/** Columns that hold several values. */
export const isMultiValued = (spec: FieldSpec) => spec.kind === 'refs' || spec.kind === 'list';

/** A column that lists of the resource may be filtered by. */
export function filterableColumn(statements: Statements, field: string): StoredColumn | undefined {
  const column = statements.column(field);
  return column && isFilterable(column.spec) && isShown(statements.resource, column.field)
    ? column
    : undefined;
}

/** Kinds with few enough values to be the columns of a board. */
const GROUPABLE: ReadonlySet<FieldSpec['kind']> = new Set(['enumeration', 'bool', 'ref']);
/** A column that a list may be grouped by. */
export function groupableColumn(statements: Statements, field: string): StoredColumn | undefined {
  const column = filterableColumn(statements, field);
  return column && GROUPABLE.has(column.spec.kind) ? column : undefined;
}

/** Whether a value is valid for an operator. */
function fits({ spec }: StoredColumn, operator: Operator, value: string): boolean {
  if (operator === 'empty') return value === 'true' || value === 'false';
  if (operator === 'within') return hasPeriods(spec) && isPeriod(value);
  // `contains` matches a part of any single value; in a column of several values it matches one whole value.
  return operator === 'contains' && !isMultiValued(spec) ? isPlainText(value) : isComparable(spec, value);
}

/** Validates a condition; undefined if it is invalid, with the error added to `issues`. */
export function checkedFilter(
  statements: Statements,
  condition: { field: string; operator: string; values: readonly string[] },
  issues: ValidationIssues,
  paths: { field: Path; operator: Path; value: Path },
): Filter | undefined {
  const column = filterableColumn(statements, condition.field);
  const operator = OPERATORS.find((candidate) => candidate === condition.operator);
  if (!column) return issues.add(paths.field, 'validation.extra-fields');
  if (!operator) return issues.add(paths.operator, 'validation.choice');
  const { values } = condition;
  if (values.length === 0 || values.length > MOST_VALUES)
    return issues.add(paths.value, 'validation.choice-count', { min: 1, max: MOST_VALUES });
  if (!values.every((value) => fits(column, operator, value)))
    return issues.add(paths.value, 'validation.format');
  const stored =
    operator === 'empty' || operator === 'contains' || operator === 'within'
      ? values
      : values.map((value) => comparable(column.spec, value));
  return { column, operator, values: stored };
}

/** `f.<field>.<operator>=<value>`; without an operator it is `eq`. */
export function filterOfParameter(
  statements: Statements,
  name: string,
  value: string,
  issues: ValidationIssues,
): Filter | undefined {
  const [, field = '', operator = 'eq', ...rest] = name.split('.');
  if (rest.length) return issues.add([name], 'validation.extra-fields');
  const values = operator === 'in' ? value.split(',') : [value];
  const path = [name];
  return checkedFilter(statements, { field, operator, values }, issues, {
    field: path,
    operator: path,
    value: path,
  });
}

const scalar = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
function valuesOf(operator: unknown, value: unknown): readonly string[] | undefined {
  const isList = operator === 'in';
  const values = Array.isArray(value) && isList ? (value as unknown[]).map(scalar) : [scalar(value)];
  if (values.includes(undefined)) return undefined;
  const texts = values as string[];
  return isList && !Array.isArray(value) ? texts.flatMap((text) => text.split(',')) : texts;
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the JSON of a group: `{ match, rules: [{ field, op, value } | group] }`. */
export class GroupReader {
  private rules = 0;

  constructor(
    private readonly statements: Statements,
    private readonly issues: ValidationIssues,
  ) {}

  /** Parses the group in a query parameter. */
  parse(text: string, path: Path): FilterGroup | undefined {
    if (text.length > LONGEST) return this.issues.add(path, 'validation.length', { min: 0, max: LONGEST });
    try {
      return this.group(JSON.parse(text), path, 1);
    } catch (error) {
      if (error instanceof SyntaxError) return this.issues.add(path, 'validation.format');
      throw error;
    }
  }

  group(value: unknown, path: Path, depth: number): FilterGroup | undefined {
    if (!isObject(value)) return this.issues.add(path, 'validation.type');
    const { match, rules, ...rest } = value;
    for (const extra of Object.keys(rest)) this.issues.add([...path, extra], 'validation.extra-fields');
    if (match !== 'all' && match !== 'any') return this.issues.add([...path, 'match'], 'validation.choice');
    if (!Array.isArray(rules)) return this.issues.add([...path, 'rules'], 'validation.type');
    if (depth > DEEPEST) return this.issues.add(path, 'validation.value-max', { max: DEEPEST });
    const read = rules.map((rule: unknown, index) => {
      const place = [...path, 'rules', index];
      return isObject(rule) && 'rules' in rule ? this.group(rule, place, depth + 1) : this.rule(rule, place);
    });
    return { match, rules: read.filter((rule) => rule !== undefined) };
  }

  rule(value: unknown, path: Path): Filter | undefined {
    this.rules += 1;
    if (this.rules === MOST_RULES + 1)
      return this.issues.add(path, 'validation.choice-count', { min: 0, max: MOST_RULES });
    if (!isObject(value)) return this.issues.add(path, 'validation.type');
    const { field, op, value: operand, ...rest } = value;
    for (const extra of Object.keys(rest)) this.issues.add([...path, extra], 'validation.extra-fields');
    const values = valuesOf(op, operand);
    if (!values) return this.issues.add([...path, 'value'], 'validation.type');
    return checkedFilter(
      this.statements,
      { field: scalar(field) ?? '', operator: scalar(op) ?? '', values },
      this.issues,
      { field: [...path, 'field'], operator: [...path, 'op'], value: [...path, 'value'] },
    );
  }
}
