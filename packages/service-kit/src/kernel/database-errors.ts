import type { ResourceDefinition } from '@coulisse/resource';
import { childTables, storedColumns, uniqueIndexes } from '@coulisse/resource';
import { Problem } from '../problem/problem';
import { messageId } from './present';

interface DatabaseError {
  code: string;
  constraint?: string;
}
const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^[0-9A-Z]{5}$/.test(error.code);

/** The field that a constraint is about: `shelf_tenant_id_name_key` → `/name`. Row security hides the value, not the name. */
function pointerOf(resource: ResourceDefinition, { constraint = '' }: DatabaseError): string | undefined {
  const column = storedColumns(resource).find((one) =>
    ['tenant_id_', ''].some((tenant) =>
      [`_key`, `_fkey`].some((end) => constraint === `${resource.table}_${tenant}${one.column}${end}`),
    ),
  );
  if (column) return `/${column.field}`;
  const child = childTables(resource).find(({ table }) => constraint.startsWith(`${table}_`));
  return child && `/${child.field}`;
}
/** What a resource says itself of fields that no two records share together: each of them is marked. */
function sharedTogether(resource: ResourceDefinition, error: DatabaseError): Problem | undefined {
  const index = uniqueIndexes(resource).find(({ name }) => name === error.constraint);
  if (!index) return undefined;
  const code = messageId(index.code);
  return new Problem(code, {
    errors: index.fields.map((field) => ({ pointer: `/${field}`, code })),
    cause: error,
  });
}
const invalid = (
  pointer: string | undefined,
  code: 'validation.unique' | 'validation.choice',
  cause: unknown,
) =>
  pointer === undefined
    ? new Problem(code, { cause })
    : new Problem('validation.failed', { errors: [{ pointer, code }], cause });

/** What the constraints of the database say, in the words of the catalogue. */
export function asProblem(resource: ResourceDefinition, deleting: boolean, error: unknown): unknown {
  if (!isDatabaseError(error)) return error;
  switch (error.code) {
    case '23505':
      return (
        sharedTogether(resource, error) ?? invalid(pointerOf(resource, error), 'validation.unique', error)
      );
    case '23001': // a restricted deletion, since PostgreSQL 18
    case '23503':
      return deleting
        ? new Problem('foreign-key.linked-data', { cause: error })
        : invalid(pointerOf(resource, error), 'validation.choice', error);
    case '22003':
      return new Problem('validation.number', { cause: error });
    case '22007': // a date or a time that the calendar does not have
    case '22008':
    case '22P02':
    case '22P05':
    case '22021':
      return new Problem('validation.format', { cause: error });
    default:
      return error;
  }
}
