import {
  containing,
  foldedSql,
  isLocalRef,
  isPointer,
  keepsLabel,
  labelColumn,
  SEARCH_COLUMN,
  searchedColumns,
  SEARCH_FUNCTION,
} from '@coulisse/resource';
import { quote } from '../codec';
import type { Selection } from '../list-query';
import type { Parameters, Statements } from '../statements';
import { isGroup, isMany, type Filter, type FilterGroup } from './filter';
import { isPeriod, within } from './period';

const likely = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
const pattern = (word: string, parameters: Parameters) => foldedSql(parameters.add(likely(word), 'text'));

/** Writes the conditions of a selection over the row `t`. */
export class Conditions {
  constructor(
    private readonly statements: Statements,
    private readonly selection: Selection,
    /** Null for the platform, which sees every tenant that its policies open to it. */
    private readonly tenantId: string | null,
    readonly parameters: Parameters,
  ) {}

  private knownTenant?: string;
  /** Placeholder of the tenant. */
  tenant(): string {
    return (this.knownTenant ??= this.parameters.add(this.tenantId));
  }
  /** What an index finds by itself: the tenant's rows. */
  own(): string {
    return this.tenantId === null ? 'true' : this.statements.ofTenant('t', this.tenant());
  }
  /** What leaves rows of an index out; empty when nothing does. */
  narrowing(found: readonly string[] | null): string[] {
    const { archived, filters, words } = this.selection;
    const group = this.group(filters);
    return [
      ...this.fixed(),
      ...(archived === null ? [] : [`t.${quote('is_archived')} = ${archived}`]),
      ...(group ? [group] : []),
      ...(found
        ? [`t.id = ANY(${this.parameters.add(found, 'uuid[]')})`]
        : words.map((word) => this.word(word))),
    ];
  }

  /** What makes a row of the table one of the variant. */
  fixed(): string[] {
    return Object.entries(this.statements.resource.fixed ?? {}).map(([field, value]) => {
      const column = this.statements.column(field);
      if (!column) throw new Error(`${this.statements.resource.name} has no column ${field}`);
      const one = this.parameters.add(String(value), this.statements.typeOf(column));
      return `${this.statements.expression(column)} = ${one}`;
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
    // Nothing can be found in a resource without searchable fields; a parameter that no text uses is an error of PostgreSQL.
    if (columns.length === 0) return 'false';
    const like = pattern(word, this.parameters);
    return `(${columns.map((column) => `${column} LIKE ${like}`).join(' OR ')})`;
  }

  private filter({ column, operator, values }: Filter): string {
    const { statements, parameters } = this;
    const left = statements.expression(column);
    const many = isMany(column.spec);
    const type = statements.typeOf(column);
    const one = (text: string) => parameters.add(text, many ? type.replace('[]', '') : type);
    const [value = ''] = values;
    switch (operator) {
      case 'eq':
        return many ? `${one(value)} = ANY(${left})` : `${left} = ${one(value)}`;
      case 'ne':
        return many ? `NOT ${one(value)} = ANY(${left})` : `${left} IS DISTINCT FROM ${one(value)}`;
      case 'in':
        return many
          ? `${left} && ARRAY[${values.map(one).join(', ')}]`
          : `${left} IN (${values.map(one).join(', ')})`;
      case 'gte':
      case 'lte':
        return many ? 'false' : `${left} ${operator === 'gte' ? '>=' : '<='} ${one(value)}`;
      case 'contains':
        return many ? `${one(value)} = ANY(${left})` : this.contains(column, value);
      case 'within':
        return isPeriod(value) ? within(left, column.spec, value) : 'false';
      case 'empty': {
        const empty = many
          ? `cardinality(${left}) = 0`
          : `(${left} IS NULL${type === 'text' ? ` OR ${left} = ''` : ''})`;
        return value === 'true' ? empty : `NOT ${empty}`;
      }
    }
  }

  /** Looks for a part of a text; of a reference, in its label. */
  private contains(column: Filter['column'], value: string): string {
    const { statements, parameters } = this;
    const { field, spec } = column;
    const matched = (expression: string) => `${expression} ~ ${parameters.add(containing(value), 'text')}`;
    if (isPointer(spec) && keepsLabel(statements.resource, spec))
      return matched(`t.${quote(labelColumn(field))}`);
    const target = isLocalRef(statements.resource, spec) ? statements.targetOf(spec.target) : undefined;
    if (!target) return matched(`${statements.expression(column)}::text`);
    const labels = `SELECT t.id FROM ${target.table} t WHERE ${this.tenantId === null ? 'true' : target.within('t', this.tenant())} AND ${matched(target.labelText)}`;
    return `${statements.expression(column)} IN (${labels})`;
  }
}

/** Searchable columns that are computed at each read, which no stored column can hold. */
const computedSearch = (statements: Statements): string[] =>
  searchedColumns(statements.resource)
    .filter((column) => statements.isComputed(column))
    .map((column) => statements.expression(column));
const hasSearchColumn = (statements: Statements) =>
  searchedColumns(statements.resource).some((column) => !statements.isComputed(column));

/** Records found by their words are read one by one up to here; beyond, the list is read and the words looked for. */
export const MOST_FOUND = 5_000;

/** Parts of searchable texts that every record of a selection must hold. */
function soughtParts(statements: Statements, { match, rules }: FilterGroup): string[] {
  if (match === 'any' && rules.length > 1) return [];
  return rules.flatMap((rule) => {
    if (isGroup(rule)) return soughtParts(statements, rule);
    const { column, operator, values } = rule;
    return operator === 'contains' && column.spec.searchable && !statements.isComputed(column) ? values : [];
  });
}

/**
 * Finds by the index what holds the words, and the parts of searchable texts that filters ask for; nothing when the
 * index cannot say. Row security hides the index from the statement of a list, because what LIKE compares might tell of
 * rows that are not the tenant's: the function looks on the tenant's behalf and answers ids alone. No ids: too many.
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
