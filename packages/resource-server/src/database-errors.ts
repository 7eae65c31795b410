import { childTables, type ResourceDefinition, storedColumns, uniqueIndexes } from '@coulisse/resource';
import { Problem } from '@coulisse/service-kit/problem';
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

/** The field of a constraint: `shelf_tenant_id_name_key` → `/name`. Row-level security hides only the value. */
function pointerOf(resource: ResourceDefinition, { constraint = '' }: DatabaseError): string | undefined {
  const column = storedColumns(resource).find((candidate) =>
    ['tenant_id_', ''].some((tenant) =>
      [`_key`, `_fkey`].some((end) => constraint === `${resource.table}_${tenant}${candidate.column}${end}`),
    ),
  );
  if (column) return `/${column.field}`;
  const child = childTables(resource).find(({ table }) => constraint.startsWith(`${table}_`));
  return child && `/${child.field}`;
}
/** The problem that a resource defines for fields that are unique together; each field is marked. */
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

/** Converts constraint violations of the database to problems of the message catalogue. */
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
    case '22007': // an invalid date or time
    case '22008':
    case '22P02':
    case '22P05':
    case '22021':
      return new Problem('validation.format', { cause: error });
    default:
      return error;
  }
}
