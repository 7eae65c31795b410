import {
  baseName,
  columnName,
  isLocalRef,
  type Fields,
  type FieldSpec,
  type ResourceDefinition,
} from '@coulisse/resource';
import { quote } from './codec';
import type { Prepared, Statements } from './statements';

/** A reference from the records of a resource of this service to those of another one, or of the same one. */
export interface Link {
  readonly source: Statements;
  /** `shelf`, or `lines.product` for a reference in children. */
  readonly field: string;
  readonly kind: 'ref' | 'refs';
  /** `<table> t WHERE …`: the rows of the source that refer to an id; both arguments are placeholders. */
  from(tenant: string, id: string): string;
}
/** Maximum number of referring records that are named. */
const SAMPLE = 3;

/** All references to a resource. Variants are rows of their base, so that each table is queried once. */
export function linksTo(
  target: ResourceDefinition,
  resources: readonly ResourceDefinition[],
  statementsOf: (resource: ResourceDefinition) => Statements,
): Link[] {
  const family = new Set([
    baseName(target),
    ...resources.filter((resource) => baseName(resource) === baseName(target)).map(({ name }) => name),
  ]);
  return resources
    .filter((source) => !source.variantOf)
    .flatMap((source) => {
      const statements = statementsOf(source);
      const isSameTable = source.name === baseName(target);
      const pointers = (fields: Fields) =>
        Object.entries(fields).filter(
          ([, { spec }]) =>
            (spec.kind === 'ref' || spec.kind === 'refs') &&
            isLocalRef(source, spec) &&
            family.has(spec.target ?? ''),
        );
      const link = (
        field: string,
        { kind }: FieldSpec,
        condition: (tenant: string, id: string) => string,
      ): Link => ({
        source: statements,
        field,
        kind: kind === 'refs' ? 'refs' : 'ref',
        from: (tenant, id) =>
          [
            `${statements.table} t WHERE ${statements.tenantPredicate('t', tenant)} AND ${condition(tenant, id)}`,
            // A reference of a record to itself does not prevent its deletion.
            ...(isSameTable ? [`t.id <> ${id}::uuid`] : []),
          ].join(' AND '),
      });
      const pointsAt = (row: string, field: string, spec: FieldSpec, id: string) => {
        const column = `${row}.${quote(columnName(field, spec))}`;
        return spec.kind === 'refs' ? `${id}::uuid = ANY(${column})` : `${column} = ${id}::uuid`;
      };
      return [
        ...pointers(source.fields).map(([field, { spec }]) =>
          link(field, spec, (_tenant, id) => pointsAt('t', field, spec, id)),
        ),
        ...statements.children.flatMap((child) =>
          pointers(child.fields).map(([field, { spec }]) =>
            link(`${child.field}.${field}`, spec, (tenant, id) => {
              const own = `${statements.ofTenant('c', tenant)} AND c.parent_id = t.id`;
              return `EXISTS (SELECT 1 FROM ${quote(child.table)} c WHERE ${own} AND ${pointsAt('c', field, spec, id)})`;
            }),
          ),
        ),
      ];
    });
}

/** Counts and names the records that refer to `$2`, for all links of one source. */
export function namedLinks(source: Statements, links: readonly Link[], key: string): Prepared {
  return source.prepared(`links ${key}`, () =>
    links
      .map((link) => {
        const from = link.from('$1', '$2');
        const some = `SELECT t.id, nullif(${source.labelText}, '') AS label FROM ${from} ORDER BY 2, 1 LIMIT ${SAMPLE}`;
        return `SELECT '${link.field}' AS field, count(*)::integer AS count, (SELECT json_agg(s) FROM (${some}) s) AS sample FROM ${from}`;
      })
      .join(' UNION ALL '),
  );
}
/** Whether any record refers to `$2`, without details. */
export const hiddenLinks = (source: Statements, links: readonly Link[], key: string): Prepared =>
  source.prepared(
    `hidden ${key}`,
    () =>
      `SELECT ${links.map((link) => `EXISTS (SELECT 1 FROM ${link.from('$1', '$2')})`).join(' OR ')} AS linked`,
  );
