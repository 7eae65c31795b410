import { indexedOrders, isNeverNull, storesLabel, labelColumn, type StoredColumn } from '@coulisse/resource';
import { quote } from '../codec';
import type { Sorting } from '../list-query';
import type { Parameters, Statements } from '../statements';
import type { Cursor } from './cursor';

/** The order of a list: a reference by its label, other fields by value. Empty values are last in both directions. */
export interface Order {
  readonly expression: string;
  readonly type: string;
  /** Join that the expression needs. */
  readonly join: string;
  readonly nullable: boolean;
  readonly descending: boolean;
  /** True if an index of the table has this order. */
  readonly indexed: boolean;
}

/** @param tenant Placeholder of the tenant, for the table of a label. */
export function orderOf(statements: Statements, { sort, descending }: Sorting, tenant: () => string): Order {
  const own = statements.expression(sort);
  const indexed = isIndexed(statements, sort);
  if (storesLabel(sort.spec)) {
    const expression = `t.${quote(labelColumn(sort.field))}`;
    return { expression, type: 'text', join: '', nullable: true, descending, indexed };
  }
  const target = statements.referred(sort.spec);
  if (!target) {
    const nullable = statements.isComputed(sort) || !isNeverNull(sort.spec);
    return { expression: own, type: statements.typeOf(sort), join: '', nullable, descending, indexed };
  }
  // Expressions of the target also name their own row `t`.
  const join = ` LEFT JOIN LATERAL (SELECT nullif(${target.labelText}, '') AS label FROM (SELECT ${own} AS pointer) o JOIN ${target.table} t ON t.id = o.pointer AND ${target.visiblePredicate('t', tenant())}) s ON true`;
  return { expression: 's.label', type: 'text', join, nullable: true, descending, indexed: false };
}

/** A variant uses the indexes of its base. */
function isIndexed(statements: Statements, sort: StoredColumn): boolean {
  const base = statements.targetOf(statements.resource.variantOf) ?? statements;
  return !statements.isComputed(sort) && indexedOrders(base.resource).includes(sort.field);
}

/**
 * A part of the ordered list that one index scan returns: the rows with a value, then those without one. A single
 * condition, `(value, id) > (…) OR value IS NULL`, would have to examine every row.
 */
export type Stretch = string;

/** The stretches of a list in the order in which they are read, from the cursor on. */
export function stretchesOf(order: Order, cursor: Cursor | undefined, parameters: Parameters): Stretch[] {
  const { expression, nullable } = order;
  const full = `${expression} IS NOT NULL`;
  const empty = `${expression} IS NULL`;
  if (!cursor) return nullable ? [full, empty] : ['true'];
  const beyond = isDown(order, cursor) ? '<' : '>';
  const id = parameters.add(cursor.id, 'uuid');
  if (cursor.value === null) {
    const later = `(${empty} AND t.id ${beyond} ${id})`;
    return cursor.back ? [later, full] : [later];
  }
  const after = `(${expression}, t.id) ${beyond} (${parameters.add(cursor.value, order.type)}, ${id})`;
  if (!nullable) return [after];
  return cursor.back ? [after] : [after, empty];
}

const isDown = ({ descending }: Order, cursor: Cursor | undefined) => descending !== !!cursor?.back;
/** @param together True for rows of both stretches: those without a value come last. */
export function orderBy(order: Order, cursor: Cursor | undefined, together = false): string {
  const direction = isDown(order, cursor) ? 'DESC' : 'ASC';
  return `ORDER BY ${order.expression} ${direction}${together ? ' NULLS LAST' : ''}, t.id ${direction}`;
}
