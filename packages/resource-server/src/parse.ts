import {
  isComputed,
  isWritable,
  type FieldSpec,
  type Fields,
  type ResourceDefinition,
} from '@coulisse/resource';
import { checkInput, objectSchema, tidyText } from '@coulisse/resource/validation';
import type { z } from 'zod';
import { Problem } from '@coulisse/service-kit/problem';
import { canonical } from './codec';
import { described } from './field-schema';
import { plainRichText } from './rich-text';

const schemas = new WeakMap<ResourceDefinition, Record<'create' | 'update', z.ZodType>>();
/** Input schemas of a resource; absent fields of an update stay unchanged. */
export function inputSchemas(resource: ResourceDefinition): Record<'create' | 'update', z.ZodType> {
  const cached = schemas.get(resource);
  if (cached) return cached;
  const accepted = (field: string) => isWritable(resource, field);
  const made = {
    create: objectSchema(resource.fields, accepted, false, { describe: described }),
    update: objectSchema(resource.fields, accepted, true, { describe: described }),
  };
  schemas.set(resource, made);
  return made;
}

/** Formatted text is sanitised; it is empty when nothing visible is left. */
export const tidy = (spec: FieldSpec, value: string): string =>
  spec.kind === 'richText' ? plainRichText(value) : tidyText(spec, value);

export function canonicalFields(fields: Fields, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const spec = fields[name]?.spec;
        if (spec?.kind !== 'children') return [name, spec ? canonical(spec, value) : value];
        return [
          name,
          (value as Record<string, unknown>[]).map((child) => canonicalFields(spec.fields ?? {}, child)),
        ];
      }),
  );
}

/** Validates a request body; throws one problem with all errors. A variant adds its fixed values. */
export function parseInput(
  resource: ResourceDefinition,
  operation: 'create' | 'update',
  body: unknown,
): Record<string, unknown> {
  const result = checkInput(resource.fields, inputSchemas(resource)[operation], body, tidy);
  if (!result.success) throw new Problem('validation.failed', { errors: result.errors });
  const values = canonicalFields(resource.fields, result.values);
  return operation === 'create' ? { ...values, ...resource.fixed } : values;
}

const ownSchemas = new WeakMap<ResourceDefinition, Record<'create' | 'update', z.ZodType>>();
/** Schemas of the values that the service itself writes: they may name fields that callers cannot write. */
function ownSchemasOf(resource: ResourceDefinition): Record<'create' | 'update', z.ZodType> {
  const cached = ownSchemas.get(resource);
  if (cached) return cached;
  const accepted = (field: string) => {
    const spec = resource.fields[field]?.spec;
    return !!spec && spec.kind !== 'related' && !isComputed(spec) && !(field in resource.derive);
  };
  const made = {
    create: objectSchema(resource.fields, accepted, false, { withReadonly: true }),
    update: objectSchema(resource.fields, accepted, true, { withReadonly: true }),
  };
  ownSchemas.set(resource, made);
  return made;
}
/** Validates values that the service itself writes; a wrong one is a fault of its code, and is refused all the same. */
export function parseOwnValues(
  resource: ResourceDefinition,
  operation: 'create' | 'update',
  values: object,
): Record<string, unknown> {
  const result = checkInput(resource.fields, ownSchemasOf(resource)[operation], values, tidy);
  if (!result.success) throw new Problem('validation.failed', { errors: result.errors });
  return canonicalFields(resource.fields, result.values);
}

const rowSchemas = new WeakMap<Fields, Record<'create' | 'update', z.ZodType>>();
/** Input schemas of one row of a children field. */
export function rowSchemasOf({ fields = {} }: FieldSpec): Record<'create' | 'update', z.ZodType> {
  const cached = rowSchemas.get(fields);
  if (cached) return cached;
  const made = {
    create: objectSchema(fields, () => true, false, { describe: described }),
    update: objectSchema(fields, () => true, true, { describe: described }),
  };
  rowSchemas.set(fields, made);
  return made;
}
/** Validates the values of one row, whose place in the record is `pointer`. */
export function parseRow(
  spec: FieldSpec,
  operation: 'create' | 'update',
  body: unknown,
  pointer: string,
): Record<string, unknown> {
  const fields = spec.fields ?? {};
  const result = checkInput(fields, rowSchemasOf(spec)[operation], body, tidy);
  if (result.success) return canonicalFields(fields, result.values);
  const errors = result.errors.map((error) => ({ ...error, pointer: pointer + error.pointer }));
  throw new Problem('validation.failed', { errors });
}

/** Value of a field that is not given for a new record. */
export function initial(spec: FieldSpec): unknown {
  if (spec.default !== undefined) return canonical(spec, spec.default);
  return spec.kind === 'refs' || spec.kind === 'list' || spec.kind === 'children' ? [] : null;
}
/** The fields of a new record: given values, otherwise defaults. */
export function completed(fields: Fields, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, { spec }]) => spec.kind !== 'related')
      .map(([name, { spec }]) => {
        const value = name in values ? values[name] : initial(spec);
        if (spec.kind !== 'children') return [name, value];
        return [
          name,
          (value as Record<string, unknown>[]).map((child) => ({
            ...completed(spec.fields ?? {}, child),
            ...(child.id ? { id: child.id } : {}),
          })),
        ];
      }),
  );
}
