import { keepsLabel, storedColumns } from './columns';
import { featuresOf } from './features';
import { isNeverNull } from './field';
import type { ResourceDefinition } from './resource';
import { foldedSql, SEARCH_COLUMN, SEARCH_FUNCTION, searchedColumns } from './search';

/** The column that a list opens ordered by, where its own table holds what it is ordered by. */
function orderingColumn(resource: ResourceDefinition) {
  const field = resource.sort.replace(/^-/, '');
  const column = storedColumns(resource).find((one) => one.field === field);
  const isElsewhere = column?.spec.kind === 'ref' && !keepsLabel(resource, column.spec);
  return isElsewhere ? undefined : column;
}
/**
 * Fields of the Prisma model that the index of the list's order is over: one index serves both ways. What a list leaves
 * out unless it is asked for is in it too, so that its records are counted in the index alone.
 */
export function orderIndex(resource: ResourceDefinition): string[] | undefined {
  const column = orderingColumn(resource);
  if (!column) return undefined;
  const order = keepsLabel(resource, column.spec) ? `${column.field}Label` : column.field;
  const { archivable } = featuresOf(resource);
  return ['tenantId', order, 'id', ...(archivable && order !== 'isArchived' ? ['isArchived'] : [])];
}
const orders = new WeakMap<ResourceDefinition, readonly string[]>();
/** Fields that an index of the table has the records in the order of, so that the first of a million are found at once. */
export function indexedOrders(resource: ResourceDefinition): readonly string[] {
  const known = orders.get(resource);
  if (known) return known;
  const unique = Object.entries(resource.fields)
    .filter(([, { spec }]) => spec.unique && isNeverNull(spec) && resource.tenancy === 'row')
    .map(([field]) => field);
  const ordering = orderingColumn(resource);
  const fields = [...(ordering ? [ordering.field] : []), ...unique];
  orders.set(resource, fields);
  return fields;
}

const quoted = (name: string) => `"${name}"`;

/**
 * Finds records by patterns that their search column must all be like, for whom row security keeps from the index: what
 * LIKE compares might tell of rows that are not the tenant's. The function asks the session for its tenant, as the
 * policy would, and answers ids and nothing else.
 */
const FINDER = [
  `CREATE OR REPLACE FUNCTION "${SEARCH_FUNCTION}"("of" text, "patterns" text[], "most" integer) RETURNS SETOF uuid`,
  'LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$',
  `BEGIN RETURN QUERY EXECUTE (SELECT format('SELECT t."id" FROM public.%I t WHERE t."tenant_id" = $1', "of")`,
  `|| string_agg(format(' AND t."${SEARCH_COLUMN}" LIKE %L', one), '') || ' LIMIT $2' FROM unnest("patterns") AS one)`,
  `USING (SELECT nullif(current_setting('app.tenant', true), '')::uuid), "most"; END $$`,
].join(' ');
const SIGNATURE = `"${SEARCH_FUNCTION}"(text, text[], integer)`;

/**
 * What the quick search needs in the database, as doc lines of the model (docs/adr/0012): a column with everything that
 * is searchable, an index over its trigrams that begins with the tenant, and the function that may use it.
 * @param computed Fields that the database computes at each read: they have no column.
 */
export function searchNotes(resource: ResourceDefinition, computed: readonly string[] = []): string[] {
  const columns = searchedColumns(resource).filter(({ field }) => !computed.includes(field));
  if (columns.length === 0) return [];
  const [table, column] = [quoted(resource.table), quoted(SEARCH_COLUMN)];
  const everything = columns.map((one) => `coalesce(${quoted(one.column)}, '')`).join(` || E'\\n' || `);
  const make = [
    'CREATE EXTENSION IF NOT EXISTS pg_trgm',
    'CREATE EXTENSION IF NOT EXISTS btree_gin',
    FINDER,
    `REVOKE ALL ON FUNCTION ${SIGNATURE} FROM PUBLIC`,
    `GRANT EXECUTE ON FUNCTION ${SIGNATURE} TO ${quoted(`${resource.service}_app`)}`,
    `ALTER TABLE ${table} ADD COLUMN ${column} text GENERATED ALWAYS AS (${foldedSql(everything)}) STORED`,
    `CREATE INDEX ${quoted(`${resource.table}_${SEARCH_COLUMN}_idx`)} ON ${table} USING gin ("tenant_id", ${column} gin_trgm_ops)`,
    `CREATE POLICY "search" ON ${table} FOR SELECT TO CURRENT_USER USING (true)`,
  ];
  const undo = [`DROP POLICY "search" ON ${table}`, `ALTER TABLE ${table} DROP COLUMN ${column}`];
  return [
    ...make.map((statement) => `/// derive: ${statement}`),
    ...undo.map((statement) => `/// derive undo: ${statement}`),
  ];
}
