import {
  childTables,
  declaredColumns,
  isComputed,
  type Fields,
  type ResourceDefinition,
} from '@coulisse/resource';
import { quote } from '../codec';

/** A column that refers to records of another service. */
export interface Pointer {
  readonly resource: ResourceDefinition;
  /** `buyer`, or `lines.product` in children. */
  readonly field: string;
  /**
   * Moves the references of the tenant `$1` from the record `$2` to `$3`, and writes the history: `$4` the entity, `$5` the
   * change, `$6` and `$7` the actor.
   */
  readonly move: string;
}

const HISTORY = `INSERT INTO kit.history (id, tenant_id, entity, entity_id, action, changes, actor_id, actor_name)
  SELECT uuidv7(), $1::uuid, $4, t.id, 'update', $5::jsonb, $6, $7 FROM moved t`;
const CHANGED = 'version = version + 1, updated_at = now()';

/** The new value of a column, and the condition that it refers to the record. */
function replaced(column: string, isMany: boolean): { value: string; refers: string } {
  return isMany
    ? { value: `array_replace(${column}, $2::uuid, $3::uuid)`, refers: `$2::uuid = ANY(${column})` }
    : { value: '$3::uuid', refers: `${column} = $2::uuid` };
}

const columnsTo = (fields: Fields, target: string) =>
  declaredColumns(fields).filter(
    ({ spec }) =>
      (spec.kind === 'ref' || spec.kind === 'refs') && spec.target === target && !isComputed(spec),
  );

/** The columns of a service that refer to the records of another service's resource. */
export function pointersTo(target: string, resources: readonly ResourceDefinition[]): Pointer[] {
  return resources
    .filter((resource) => !resource.variantOf)
    .flatMap((resource): Pointer[] => {
      const table = quote(resource.table);
      const own = columnsTo(resource.fields, target).map(({ field, column, spec }): Pointer => {
        const { value, refers } = replaced(quote(column), spec.kind === 'refs');
        const move = `WITH moved AS (UPDATE ${table} SET ${quote(column)} = ${value}, ${CHANGED}
          WHERE tenant_id = $1::uuid AND ${refers} RETURNING id) ${HISTORY}`;
        return { resource, field, move };
      });
      const inner = childTables(resource).flatMap((child) =>
        columnsTo(child.fields, target).map(({ field, column, spec }): Pointer => {
          const { value, refers } = replaced(quote(column), spec.kind === 'refs');
          const move = `WITH lines AS (UPDATE ${quote(child.table)} SET ${quote(column)} = ${value}
              WHERE tenant_id = $1::uuid AND ${refers} RETURNING parent_id),
            moved AS (UPDATE ${table} SET ${CHANGED} WHERE tenant_id = $1::uuid AND id IN (SELECT parent_id FROM lines)
              RETURNING id) ${HISTORY}`;
          return { resource, field: `${child.field}.${field}`, move };
        }),
      );
      return [...own, ...inner];
    });
}
