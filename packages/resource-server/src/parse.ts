import { isWritable, type FieldSpec, type Fields, type ResourceDefinition } from '@coulisse/resource';
import type { MessageId, MessageParams } from '@coulisse/contracts';
import type { z } from 'zod';
import { Problem, type FieldError } from '@coulisse/service-kit/problem';
import { canonical } from './codec';
import { plainRichText } from './rich-text';
import { isTyped, LARGEST_INT, objectSchema } from './value-schema';

const schemas = new WeakMap<ResourceDefinition, Record<'create' | 'update', z.ZodType>>();
/** Input schemas of a resource; absent fields of an update stay unchanged. */
export function inputSchemas(resource: ResourceDefinition): Record<'create' | 'update', z.ZodType> {
  const cached = schemas.get(resource);
  if (cached) return cached;
  const accepted = (field: string) => isWritable(resource, field);
  const made = {
    create: objectSchema(resource.fields, accepted, false),
    update: objectSchema(resource.fields, accepted, true),
  };
  schemas.set(resource, made);
  return made;
}

const tidyText = ({ kind }: FieldSpec, value: string): string => {
  if (kind === 'richText') return plainRichText(value);
  return kind === 'longText' || kind === 'json' ? value : value.trim();
};
/** Replaces the empty strings that forms send for empty fields. */
function withoutBlanks(fields: Fields, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => {
      const spec = fields[name]?.spec;
      if (spec?.kind === 'children' && Array.isArray(value))
        return [name, value.map((child) => withoutBlanks(spec.fields ?? {}, child))];
      if (!spec || typeof value !== 'string') return [name, value];
      const text = tidyText(spec, value);
      return [name, text === '' && isTyped(spec) ? null : text];
    }),
  );
}

const at = (body: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    body,
  );
const pointer = (path: readonly PropertyKey[]) =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

function specAt(fields: Fields, path: readonly PropertyKey[]): FieldSpec | undefined {
  let currentFields: Fields | undefined = fields;
  let spec: FieldSpec | undefined;
  for (const key of path.filter((part) => typeof part === 'string')) {
    spec = currentFields?.[key]?.spec;
    currentFields = spec?.fields;
  }
  return spec;
}
function paramsOf(issue: z.core.$ZodIssue, spec: FieldSpec | undefined): MessageParams {
  if (issue.code === 'custom') return (issue.params ?? {}) as MessageParams;
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return {};
  if (issue.origin === 'array') return { min: 0, max: Number(issue.code === 'too_big' ? issue.maximum : 0) };
  return { min: spec?.min ?? 0, max: spec?.max ?? LARGEST_INT };
}

function errorsOf(issue: z.core.$ZodIssue, fields: Fields, body: unknown): FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      pointer: pointer([...issue.path, key]),
      code: 'validation.extra-fields',
    }));
  if (issue.code === 'invalid_union') {
    const inner = issue.errors
      .map((branch) => branch[0])
      .find((candidate) => candidate && candidate.code !== 'invalid_type');
    if (inner) return errorsOf({ ...inner, path: [...issue.path, ...inner.path] }, fields, body);
    return [{ pointer: pointer(issue.path), code: 'validation.number' }];
  }
  const spec = specAt(fields, issue.path);
  const value = at(body, issue.path);
  const where = pointer(issue.path);
  if (value === undefined || (value === null && spec?.required))
    return [{ pointer: where, code: 'validation.not-blank' }];
  if (value === null) return [{ pointer: where, code: 'validation.not-null' }];
  if (issue.path.length === 0) return [{ pointer: '', code: 'validation.type' }];
  const params = paramsOf(issue, spec);
  return [
    {
      pointer: where,
      code: issue.message.startsWith('validation.') ? (issue.message as MessageId) : 'validation.type',
      params,
    },
  ];
}

function canonicalFields(fields: Fields, values: Record<string, unknown>): Record<string, unknown> {
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
  const tidy = withoutBlanks(resource.fields, body);
  const result = inputSchemas(resource)[operation].safeParse(tidy);
  if (result.success) {
    const values = canonicalFields(resource.fields, result.data as Record<string, unknown>);
    return operation === 'create' ? { ...values, ...resource.fixed } : values;
  }
  const errors = result.error.issues.flatMap((issue) => errorsOf(issue, resource.fields, tidy));
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
