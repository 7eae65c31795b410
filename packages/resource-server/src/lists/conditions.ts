import {
  searchPattern,
  foldedSql,
  storesLabel,
  labelColumn,
  SEARCH_COLUMN,
  searchedColumns,
  SEARCH_FUNCTION,
} from '@coulisse/resource';
import { quote } from '../codec';
import type { Selection } from '../list-query';
import type { Parameters, Statements } from '../statements';
import { isGroup, isMultiValued, type Filter, type FilterGroup } from './filter';
import { isPeriod, periodCondition } from './period';

const likely = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
const pattern = (word: string, parameters: Parameters) => foldedSql(parameters.add(likely(word), 'text'));

/** Builds the SQL conditions of a selection over the row `t`. */
export class Conditions {
  constructor(
    private readonly statements: Statements,
    private readonly selection: Selection,
    /** Null for the platform, which sees every tenant that the policies of its role allow. */
    private readonly tenantId: string | null,
    readonly parameters: Parameters,
  ) {}

  private tenantPlaceholder?: string;
  /** Placeholder of the tenant. */
  tenant(): string {
    return (this.tenantPlaceholder ??= this.parameters.add(this.tenantId));
  }
  /** The condition for the tenant's rows that the actor sees, which an index finds. */
  own(): string {
    if (this.tenantId === null) return 'true';
    const tenant = this.statements.ofTenant('t', this.tenant());
    return hasIndexedScope(this.statements) ? `${tenant} AND ${this.statements.visible('t')}` : tenant;
  }
  /** The visibility that no index finds. */
  visible(): string[] {
    const visible = hasIndexedScope(this.statements) ? undefined : this.statements.visible('t');
    return visible ? [visible] : [];
  }
  /** The conditions that filter these rows; empty if there are none. */
  narrowing(found: readonly string[] | null): string[] {
    const { archived, filters, words } = this.selection;
    const group = this.group(filters);
    return [
      ...this.fixed(),
      ...this.visible(),
      ...(archived === null ? [] : [`t.${quote('is_archived')} = ${archived}`]),
      ...(group ? [group] : []),
      ...(found
        ? [`t.id = ANY(${this.parameters.add(found, 'uuid[]')})`]
        : words.map((word) => this.word(word))),
    ];
  }

  /** The conditions for the rows of a variant. */
  fixed(): string[] {
    return Object.entries(this.statements.resource.fixed ?? {}).map(([field, value]) => {
      const column = this.statements.column(field);
      if (!column) throw new Error(`${this.statements.resource.name} has no column ${field}`);
      const placeholder = this.parameters.add(String(value), this.statements.typeOf(column));
      return `${this.statements.expression(column)} = ${placeholder}`;
    });
  }

  private group({ match, rules }: FilterGroup): string | undefined {
    const conditions = rules.flatMap((rule) =>
      isGroup(rule) ? (this.group(rule) ?? []) : this.filter(rule),
    );
    return conditions.length ? `(${conditions.join(match === 'all' ? ' AND ' : ' OR ')})` : undefined;
  }

  private word(word: string): string {
    const columns = [
      ...(hasSearchColumn(this.statements) ? [`t.${quote(SEARCH_COLUMN)}`] : []),
      ...computedSearch(this.statements).map(foldedSql),
    ];
    // Without searchable fields nothing matches. No parameter is added: PostgreSQL refuses an unused one.
    if (columns.length === 0) return 'false';
    const like = pattern(word, this.parameters);
    return `(${columns.map((column) => `${column} LIKE ${like}`).join(' OR ')})`;
  }

  private filter({ column, operator, values }: Filter): string {
    const { statements, parameters } = this;
    const left = statements.expression(column);
    const many = isMultiValued(column.spec);
    const type = statements.typeOf(column);
    const placeholder = (text: string) => parameters.add(text, many ? type.replace('[]', '') : type);
    const [value = ''] = values;
    switch (operator) {
      case 'eq':
        return many ? `${placeholder(value)} = ANY(${left})` : `${left} = ${placeholder(value)}`;
      case 'ne':
        return many
          ? `NOT ${placeholder(value)} = ANY(${left})`
          : `${left} IS DISTINCT FROM ${placeholder(value)}`;
      case 'in':
        return many
          ? `${left} && ARRAY[${values.map(placeholder).join(', ')}]`
          : `${left} IN (${values.map(placeholder).join(', ')})`;
      case 'gte':
      case 'lte':
        return many ? 'false' : `${left} ${operator === 'gte' ? '>=' : '<='} ${placeholder(value)}`;
      case 'contains':
        return many ? `${placeholder(value)} = ANY(${left})` : this.contains(column, value);
      case 'within':
        return isPeriod(value) ? periodCondition(left, column.spec, value) : 'false';
      case 'empty': {
        const empty = many
          ? `cardinality(${left}) = 0`
          : `(${left} IS NULL${type === 'text' ? ` OR ${left} = ''` : ''})`;
        return value === 'true' ? empty : `NOT ${empty}`;
      }
    }
  }

  /** Matches a part of a text; for a reference, of its label. */
  private contains(column: Filter['column'], value: string): string {
    const { statements, parameters } = this;
    const { field, spec } = column;
    const matched = (expression: string) => `${expression} ~ ${parameters.add(searchPattern(value), 'text')}`;
    if (storesLabel(spec)) return matched(`t.${quote(labelColumn(field))}`);
    const target = statements.referred(spec);
    if (!target) return matched(`${statements.expression(column)}::text`);
    const labels = `SELECT t.id FROM ${target.table} t WHERE ${this.tenantId === null ? 'true' : target.visiblePredicate('t', this.tenant())} AND ${matched(target.labelText)}`;
    return `${statements.expression(column)} IN (${labels})`;
  }
}

/** True if the actor sees own records only: an index begins with their owner (`ownerIndex`). */
export const hasIndexedScope = ({ scope, resource }: Statements): boolean =>
  scope === null || (scope === 'own' && !!resource.access);

/** Searchable columns that the stored search column cannot contain: those computed at each read, and all of a view. */
const computedSearch = (statements: Statements): string[] =>
  searchedColumns(statements.resource)
    .filter((column) => statements.resource.view || statements.isComputed(column))
    .map((column) => statements.expression(column));
const hasSearchColumn = (statements: Statements) =>
  !statements.resource.view &&
  searchedColumns(statements.resource).some((column) => !statements.isComputed(column));

/** Up to this number, the records found by words are read by id; beyond it, the list is read and searched. */
export const MOST_FOUND = 5_000;

/** Parts of searchable texts that every record of a selection must contain. */
function soughtParts(statements: Statements, { match, rules }: FilterGroup): string[] {
  if (match === 'any' && rules.length > 1) return [];
  return rules.flatMap((rule) => {
    if (isGroup(rule)) return soughtParts(statements, rule);
    const { column, operator, values } = rule;
    return operator === 'contains' && column.spec.searchable && !statements.isComputed(column) ? values : [];
  });
}

/**
 * Finds by the index the records that contain the words and the parts of searchable texts in filters; undefined if the
 * index cannot be used. With row-level security a list statement cannot use the index, because LIKE might leak rows of
 * other tenants: the function searches for the tenant and returns only ids. Null ids: too many matches.
 */
export function findingStatement(
  statements: Statements,
  { words, filters }: Selection,
  tenantId: string | null,
  parameters: Parameters,
): string | undefined {
  const parts = [...words, ...soughtParts(statements, filters)];
  if (tenantId === null || parts.length === 0) return undefined;
  if (!hasSearchColumn(statements) || computedSearch(statements).length) return undefined;
  const patterns = parts.map((part) => pattern(part, parameters)).join(', ');
  const { resource } = statements;
  return `SELECT CASE WHEN count(*) <= ${MOST_FOUND} THEN coalesce(array_agg(f.id), '{}') END AS ids FROM ${quote(SEARCH_FUNCTION)}('${resource.table}', ARRAY[${patterns}], ${MOST_FOUND + 1}) AS f(id)`;
}
