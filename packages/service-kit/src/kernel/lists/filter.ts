import { isFilterable, isShown, type FieldSpec, type StoredColumn } from '@coulisse/resource';
import type { Statements } from '../statements';
import { comparable, isComparable, isPlainText } from './comparable';
import { hasPeriods, isPeriod } from './period';
import type { Complaints } from './complaints';

export const OPERATORS = ['eq', 'ne', 'contains', 'in', 'gte', 'lte', 'within', 'empty'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A condition on one column, every part checked. Only `in` has more than one value. */
export interface Filter {
  readonly column: StoredColumn;
  readonly operator: Operator;
  readonly values: readonly string[];
}
/** Conditions that must all hold, or one of which must. One without rules asks nothing. */
export interface FilterGroup {
  readonly match: 'all' | 'any';
  readonly rules: readonly (Filter | FilterGroup)[];
}
export const isGroup = (one: Filter | FilterGroup): one is FilterGroup => 'rules' in one;

/** Groups in groups in groups, and no deeper. */
export const DEEPEST = 3;
export const MOST_RULES = 30;
const MOST_VALUES = 200;
const LONGEST = 20_000;

type Path = readonly (string | number)[];

/** Columns that hold several values. */
export const isMany = (spec: FieldSpec) => spec.kind === 'refs' || spec.kind === 'list';

/** A column that lists of the resource may compare. */
export function filterableColumn(statements: Statements, field: string): StoredColumn | undefined {
  const column = statements.column(field);
  return column && isFilterable(column.spec) && isShown(statements.resource, field) ? column : undefined;
}

/** Kinds whose values are few enough to make the columns of a board. */
const GROUPABLE: ReadonlySet<FieldSpec['kind']> = new Set(['enumeration', 'bool', 'ref']);
/** A column by whose values a list may be put in groups. */
export function groupableColumn(statements: Statements, field: string): StoredColumn | undefined {
  const column = filterableColumn(statements, field);
  return column && GROUPABLE.has(column.spec.kind) ? column : undefined;
}

/** Whether a value may stand beside an operator. */
function fits({ spec }: StoredColumn, operator: Operator, value: string): boolean {
  if (operator === 'empty') return value === 'true' || value === 'false';
  if (operator === 'within') return hasPeriods(spec) && isPeriod(value);
  // A part of a text is looked for in whatever kind of value; of several values, one is looked for whole.
  return operator === 'contains' && !isMany(spec) ? isPlainText(value) : isComparable(spec, value);
}

/** A condition as it was asked for; nothing, and the reason among the complaints, when it makes none. */
export function checkedFilter(
  statements: Statements,
  asked: { field: string; operator: string; values: readonly string[] },
  complaints: Complaints,
  paths: { field: Path; operator: Path; value: Path },
): Filter | undefined {
  const column = filterableColumn(statements, asked.field);
  const operator = OPERATORS.find((one) => one === asked.operator);
  if (!column) return complaints.add(paths.field, 'validation.extra-fields');
  if (!operator) return complaints.add(paths.operator, 'validation.choice');
  const { values } = asked;
  if (values.length === 0 || values.length > MOST_VALUES)
    return complaints.add(paths.value, 'validation.choice-count', { min: 1, max: MOST_VALUES });
  if (!values.every((value) => fits(column, operator, value)))
    return complaints.add(paths.value, 'validation.format');
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
  complaints: Complaints,
): Filter | undefined {
  const [, field = '', operator = 'eq', ...rest] = name.split('.');
  if (rest.length) return complaints.add([name], 'validation.extra-fields');
  const values = operator === 'in' ? value.split(',') : [value];
  const path = [name];
  return checkedFilter(statements, { field, operator, values }, complaints, {
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
    private readonly complaints: Complaints,
  ) {}

  /** The group in a parameter. */
  parse(text: string, path: Path): FilterGroup | undefined {
    if (text.length > LONGEST)
      return this.complaints.add(path, 'validation.length', { min: 0, max: LONGEST });
    try {
      return this.group(JSON.parse(text), path, 1);
    } catch (error) {
      if (error instanceof SyntaxError) return this.complaints.add(path, 'validation.format');
      throw error;
    }
  }

  group(value: unknown, path: Path, depth: number): FilterGroup | undefined {
    if (!isObject(value)) return this.complaints.add(path, 'validation.type');
    const { match, rules, ...rest } = value;
    for (const extra of Object.keys(rest)) this.complaints.add([...path, extra], 'validation.extra-fields');
    if (match !== 'all' && match !== 'any')
      return this.complaints.add([...path, 'match'], 'validation.choice');
    if (!Array.isArray(rules)) return this.complaints.add([...path, 'rules'], 'validation.type');
    if (depth > DEEPEST) return this.complaints.add(path, 'validation.value-max', { max: DEEPEST });
    const read = rules.map((rule: unknown, index) => {
      const place = [...path, 'rules', index];
      return isObject(rule) && 'rules' in rule ? this.group(rule, place, depth + 1) : this.rule(rule, place);
    });
    return { match, rules: read.filter((rule) => rule !== undefined) };
  }

  rule(value: unknown, path: Path): Filter | undefined {
    this.rules += 1;
    if (this.rules === MOST_RULES + 1)
      return this.complaints.add(path, 'validation.choice-count', { min: 0, max: MOST_RULES });
    if (!isObject(value)) return this.complaints.add(path, 'validation.type');
    const { field, op, value: operand, ...rest } = value;
    for (const extra of Object.keys(rest)) this.complaints.add([...path, extra], 'validation.extra-fields');
    const values = valuesOf(op, operand);
    if (!values) return this.complaints.add([...path, 'value'], 'validation.type');
    return checkedFilter(
      this.statements,
      { field: scalar(field) ?? '', operator: scalar(op) ?? '', values },
      this.complaints,
      { field: [...path, 'field'], operator: [...path, 'op'], value: [...path, 'value'] },
    );
  }
}
