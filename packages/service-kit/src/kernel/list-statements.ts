import { isLocalRef, isNeverNull, labelColumn, type StoredColumn } from '@coulisse/resource';
import { as, canonical, quote } from './codec';
import { isMany, type Cursor, type Filter, type ListQuery } from './list-query';
import { Parameters, type Statement, type Statements } from './statements';

const ACCENTED = 'àâäáãåçéèêëíìîïñóòôöõúùûüýÿ';
const PLAIN = 'aaaaaaceeeeiiiinooooouuuuyy';
/** Case and accents aside; an expression of the core language, so that it needs no extension. */
const folded = (expression: string) =>
  `translate(replace(lower(${expression}), 'œ', 'oe'), '${ACCENTED}', '${PLAIN}')`;
const likely = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function filterCondition(
  statements: Statements,
  parameters: Parameters,
  { column, operator, value }: Filter,
): string {
  const left = statements.expression(column);
  const many = isMany(column.spec);
  const type = statements.typeOf(column);
  const one = (text: string) =>
    parameters.add(
      column.spec.kind === 'ref' ? canonical(column.spec, text) : text,
      many ? type.replace('[]', '') : type,
    );
  switch (operator) {
    case 'eq':
      return many ? `${one(value)} = ANY(${left})` : `${left} = ${one(value)}`;
    case 'ne':
      return many ? `NOT ${one(value)} = ANY(${left})` : `${left} IS DISTINCT FROM ${one(value)}`;
    case 'in':
      return many
        ? `${left} && ARRAY[${value.split(',').map(one).join(', ')}]`
        : `${left} IN (${value.split(',').map(one).join(', ')})`;
    case 'gte':
    case 'lte':
      return `${left} ${operator === 'gte' ? '>=' : '<='} ${one(value)}`;
    case 'contains':
      return many
        ? `${one(value)} = ANY(${left})`
        : `${folded(`${left}::text`)} LIKE ${folded(parameters.add(likely(value), 'text'))}`;
    case 'empty': {
      const empty = many
        ? `cardinality(${left}) = 0`
        : `(${left} IS NULL${type === 'text' ? ` OR ${left} = ''` : ''})`;
      return value === 'true' ? empty : `NOT ${empty}`;
    }
  }
}

interface Order {
  expression: string;
  type: string;
  /** Table that the expression reads besides the list's own. */
  join: string;
  nullable: boolean;
}
/** What a list is ordered by: a reference by its label, the rest by value. */
function orderOf(statements: Statements, sort: StoredColumn, target: Statements | undefined): Order {
  const own = statements.expression(sort);
  const label = target?.column(target.resource.label);
  if (sort.spec.kind !== 'ref')
    return { expression: own, type: statements.typeOf(sort), join: '', nullable: !isNeverNull(sort.spec) };
  if (!isLocalRef(statements.resource, sort.spec))
    return { expression: `t.${quote(labelColumn(sort.field))}`, type: 'text', join: '', nullable: true };
  if (!target || !label) return { expression: own, type: 'uuid', join: '', nullable: true };
  const join = ` LEFT JOIN ${target.table} s ON s.tenant_id = t.tenant_id AND s.id = ${own}`;
  return { expression: `s.${quote(label.column)}::text`, type: 'text', join, nullable: true };
}

/** The condition that a row stands beyond the cursor. Without empty values it is one comparison, which an index answers. */
function beyondCursor(order: Order, cursor: Cursor, down: boolean, parameters: Parameters): string {
  const { expression, type, nullable } = order;
  const beyond = down ? '<' : '>';
  const id = parameters.add(cursor.id, 'uuid');
  if (cursor.v === null) {
    const later = `(${expression} IS NULL AND t.id ${beyond} ${id})`;
    return cursor.back ? `(${expression} IS NOT NULL OR ${later})` : later;
  }
  const value = parameters.add(cursor.v, type);
  const after = `(${expression}, t.id) ${beyond} (${value}, ${id})`;
  return nullable && !cursor.back ? `(${after} OR ${expression} IS NULL)` : after;
}

function conditionsOf(
  statements: Statements,
  query: ListQuery,
  tenantId: string | null,
  parameters: Parameters,
): string[] {
  const searched = statements.columns.filter(({ spec }) => spec.searchable);
  const words = query.search.split(/\s+/).filter(Boolean).slice(0, 8);
  return [
    tenantId === null ? 'true' : statements.within('t', parameters.add(tenantId)),
    ...words.map((word) => {
      const pattern = folded(parameters.add(likely(word), 'text'));
      return `(${searched.map((column) => `${folded(statements.expression(column))} LIKE ${pattern}`).join(' OR ') || 'false'})`;
    }),
    ...query.filters.map((filter) => filterCondition(statements, parameters, filter)),
  ];
}

export interface ListStatements {
  rows: Statement;
  totals: Statement;
  /** Columns whose sums come with the total. */
  summed: StoredColumn[];
}

/** The two statements of a list: its rows, and its total with the sums. Empty values come last, whichever way it goes. */
export function listStatements(
  statements: Statements,
  query: ListQuery,
  tenantId: string | null,
  target?: Statements,
): ListStatements {
  const { list, label, sums: wanted = list } = statements.resource;
  const parameters = new Parameters();
  const conditions = conditionsOf(statements, query, tenantId, parameters);
  const from = `FROM ${statements.table} t`;
  const summed = statements.columns.filter(
    ({ field, spec }) =>
      (spec.kind === 'money' || spec.kind === 'int') && list.includes(field) && wanted.includes(field),
  );
  const sums = summed.map(
    (column) => `coalesce(sum(${statements.expression(column)}), 0)::text AS ${as(column.field)}`,
  );
  const totals = {
    text: `SELECT ${['count(*)::integer AS total', ...sums].join(', ')} ${from} WHERE ${conditions.join(' AND ')}`,
    values: [...parameters.values],
  };

  const order = orderOf(statements, query.sort, target);
  const backwards = !!query.cursor?.back;
  const down = query.descending !== backwards;
  if (query.cursor) conditions.push(beyondCursor(order, query.cursor, down, parameters));
  const direction = down ? 'DESC' : 'ASC';
  const nulls = order.nullable ? ` NULLS ${backwards ? 'FIRST' : 'LAST'}` : '';
  const limit = parameters.add(query.size + 1, 'integer');
  const skipped = ((query.number ?? 1) - 1) * query.size;
  const shown = new Set([...list, label, 'state']);
  const selection = statements.selection(statements.columns.filter(({ field }) => shown.has(field)));
  const text = [
    `SELECT t.id, t.version, ${order.expression}::text AS "_sort", ${selection}`,
    `${from}${order.join} WHERE ${conditions.join(' AND ')}`,
    `ORDER BY ${order.expression} ${direction}${nulls}, t.id ${direction} LIMIT ${limit}`,
    ...(skipped ? [`OFFSET ${parameters.add(skipped, 'integer')}`] : []),
  ].join(' ');
  return { rows: { text, values: parameters.values }, totals, summed };
}
