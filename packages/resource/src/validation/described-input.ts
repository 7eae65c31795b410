import { z } from 'zod';
import type { FieldDescriptor } from '../descriptor';
import { Field, type Fields, type FieldSpec } from '../field';
import { checkInput, type InputError } from './input';
import { objectSchema, SCREEN_PARTS } from './value-schema';

// A screen's content security policy forbids the code that zod would generate.
const useInterpreter = () => z.config({ jitless: true });

const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

/** The definition of a field as its descriptor has it: all that decides whether a value is valid. */
function specOf(field: FieldDescriptor): FieldSpec {
  const {
    type,
    required,
    readonly,
    min,
    max,
    decimals,
    default: initial,
    enum: values,
    of,
    items,
    fields,
  } = field;
  return defined<FieldSpec>({
    kind: type,
    required,
    readonly,
    min,
    max,
    decimals,
    default: initial,
    values,
    of: of && defined<FieldSpec>({ kind: of, values, ...items }),
    fields: fields && fieldsOf(fields),
  });
}
const fieldsOf = (fields: readonly FieldDescriptor[]): Fields =>
  Object.fromEntries(fields.map((field) => [field.name, new Field(specOf(field))]));

export type InputOperation = 'create' | 'update';
/** Returns the errors of a request body; none: the service decides. */
export type InputCheck = (operation: InputOperation, body: Readonly<Record<string, unknown>>) => InputError[];

const checks = new WeakMap<readonly FieldDescriptor[], InputCheck>();

/**
 * The service's own schema of a resource, made from its descriptor. What needs the service stays there: uniqueness,
 * existence of referenced records, rules over several fields, sanitised HTML.
 */
export function describedInput(fields: readonly FieldDescriptor[]): InputCheck {
  const cached = checks.get(fields);
  if (cached) return cached;
  useInterpreter();
  const declared = fieldsOf(fields);
  const schemas = {
    create: objectSchema(declared, () => true, false, SCREEN_PARTS),
    update: objectSchema(declared, () => true, true, SCREEN_PARTS),
  };
  const check: InputCheck = (operation, body) => {
    const result = checkInput(declared, schemas[operation], body);
    return result.success ? [] : result.errors;
  };
  checks.set(fields, check);
  return check;
}
