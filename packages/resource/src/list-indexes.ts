import { camel, columnName, isRecordRef, storesLabel, storedColumns } from './columns';
import { featuresOf } from './features';
import { isNeverNull } from './field';
import { isComputed } from './kinds';
import type { ResourceDefinition } from './resource-definition';
import { foldedSql, SEARCH_COLUMN, SEARCH_FUNCTION, searchedColumns } from './search';

/** The column of the default sort; undefined when the sort values are in another table or computed. */
function orderingColumn(resource: ResourceDefinition) {
  const field = resource.sort.replace(/^-/, '');
  const column = storedColumns(resource).find((candidate) => candidate.field === field);
  const isElsewhere = column !== undefined && isRecordRef(column.spec);
  return isElsewhere || (column && isComputed(column.spec)) ? undefined : column;
}
/**
 * Fields of the Prisma model in the index of the default sort; the index serves both directions. It includes
 * `isArchived`, which lists filter by default, so that records are counted from the index alone.
 */
export function orderIndex(resource: ResourceDefinition): string[] | undefined {
  const column = orderingColumn(resource);
  if (!column) return undefined;
  const order = storesLabel(column.spec) ? `${column.field}Label` : column.field;
  const { archivable } = featuresOf(resource);
  return ['tenantId', order, 'id', ...(archivable && order !== 'isArchived' ? ['isArchived'] : [])];
}
/**
 * The index of the lists of own records: their owner, then the default order. A team's records are found in the order of
 * all, because one owner is not enough.
 */
export function ownerIndex(resource: ResourceDefinition): string[] | undefined {
  const { access } = resource;
  if (!access) return undefined;
  const owner = access.own === 'createdBy' ? 'createdBy' : camel(columnName(access.own, { kind: 'ref' }));
  const [tenant = 'tenantId', ...order] = orderIndex(resource) ?? ['tenantId', 'id'];
  return [tenant, owner, ...order.filter((field) => field !== owner)];
}
const orders = new WeakMap<ResourceDefinition, readonly string[]>();
/** Fields whose order an index provides, so that the first records of a million are found at once. */
export function indexedOrders(resource: ResourceDefinition): readonly string[] {
  const cached = orders.get(resource);
  if (cached) return cached;
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
 * Finds the ids of records whose search column is LIKE all the patterns. Under row-level security PostgreSQL does not
 * use the index for LIKE, because the operator might leak rows of other tenants. The function reads the tenant from
 * the session, as the policy does, and returns only ids.
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
 * The database objects of the quick search, as doc lines of the model (docs/adr/0012): a column with all searchable
 * text, a trigram index that begins with the tenant, and the function that may use it.
 */
export function searchNotes(resource: ResourceDefinition): string[] {
  const columns = searchedColumns(resource).filter(({ spec }) => !isComputed(spec));
  const [table, column] = [quoted(resource.table), quoted(SEARCH_COLUMN)];
  // The owner of the tables finds the tenants whose records are to be published again.
  if (columns.length === 0)
    return resource.referable
      ? [
          `/// derive: CREATE POLICY "search" ON ${table} FOR SELECT TO CURRENT_USER USING (true)`,
          `/// derive undo: DROP POLICY "search" ON ${table}`,
        ]
      : [];
  const everything = columns
    .map((searchedColumn) => `coalesce(${quoted(searchedColumn.column)}, '')`)
    .join(` || E'\\n' || `);
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
