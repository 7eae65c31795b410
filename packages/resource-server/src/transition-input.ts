import { transitionOf, type ResourceDefinition } from '@coulisse/resource';
import { checkInput, objectSchema } from '@coulisse/resource/validation';
import type { Tx } from '@coulisse/service-kit/database';
import { Problem, type FieldError } from '@coulisse/service-kit/problem';
import { z } from 'zod';
import { described } from './field-schema';
import { canonicalFields, completed, tidy } from './parse';
import { refFields } from './statements';
import type { Store } from './store';
import type { Row } from './types';

const schemas = new WeakMap<object, z.ZodObject>();
/** Schema of the input of a transition; undefined if it has none. */
export function inputSchema(resource: ResourceDefinition, name: string): z.ZodObject | undefined {
  const input = transitionOf(resource, name)?.input;
  if (!input) return undefined;
  const schema = schemas.get(input) ?? objectSchema(input, () => true, false, { describe: described });
  schemas.set(input, schema);
  return schema;
}

/** Validates the input of a transition; throws one problem with all errors, whose pointers start with `/input`. */
export function parseTransitionInput(resource: ResourceDefinition, name: string, body: unknown): Row {
  const fields = transitionOf(resource, name)?.input ?? {};
  const result = checkInput(fields, inputSchema(resource, name) ?? z.strictObject({}), body ?? {}, tidy);
  if (!result.success)
    throw new Problem('validation.failed', {
      errors: result.errors.map((error) => ({ ...error, pointer: `/input${error.pointer}` })),
    });
  return completed(fields, canonicalFields(fields, result.values));
}

/** The fields of a transition's input, as those of a resource: their errors name them under `/input`. */
export const inputOf = (resource: ResourceDefinition, name: string): ResourceDefinition => ({
  ...resource,
  fields: transitionOf(resource, name)?.input ?? {},
});

/** Refuses an input that refers to records of this service which do not exist in the tenant. */
export async function checkInputReferences(
  store: Store,
  tx: Tx,
  resource: ResourceDefinition,
  name: string,
  input: Row,
): Promise<void> {
  const fields = transitionOf(resource, name)?.input ?? {};
  const references = refFields(fields);
  if (references.length === 0) return;
  const labels = await store.labels(tx, { ...resource, fields }, [input]);
  const errors = references.flatMap(([field, { target = '' }]): FieldError[] => {
    if (!store.statementsOf(target)) return [];
    const value = input[field] as string | readonly string[] | null;
    const isMissing = (id: string) => !labels.get(target)?.has(id);
    if (typeof value === 'string')
      return isMissing(value) ? [{ pointer: `/input/${field}`, code: 'validation.choice' }] : [];
    return (value ?? []).flatMap((id, index): FieldError[] =>
      isMissing(id) ? [{ pointer: `/input/${field}/${index}`, code: 'validation.choice' }] : [],
    );
  });
  if (errors.length) throw new Problem('validation.failed', { errors });
}
