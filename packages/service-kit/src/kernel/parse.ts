import {
  isNeverNull,
  isWritable,
  type FieldSpec,
  type Fields,
  type ResourceDefinition,
  type ScalarKind,
} from '@coulisse/resource';
import type { MessageId, MessageParams } from '@coulisse/contracts';
import { z } from 'zod';
import { Problem, type FieldError } from '../problem/problem';
import { canonical } from './codec';

/** A schema's message is the catalogue's id of what is wrong. */
const code = (id: MessageId) => id;
const INT = 2_147_483_647;
const DIGITS: Partial<Record<ScalarKind, RegExp>> = {
  money: /^-?\d{1,12}(\.\d{1,2})?$/,
  decimal: /^-?\d{1,14}(\.\d{1,4})?$/,
  percent: /^-?\d{1,3}(\.\d{1,4})?$/,
};

function string(spec: FieldSpec) {
  return z
    .string(code('validation.type'))
    .min(spec.min ?? 0, code('validation.length'))
    .max(spec.max ?? 255, code('validation.length'))
    .refine((value) => !value.includes('\0'), code('validation.format'));
}
function number(spec: FieldSpec): z.ZodType {
  const text = z
    .string(code('validation.number'))
    .regex(DIGITS[spec.kind as ScalarKind] ?? /^$/, code('validation.number'));
  const within = text
    .refine((value) => spec.min === undefined || Number(value) >= spec.min, {
      error: code('validation.value-min'),
      params: { min: spec.min },
    })
    .refine((value) => spec.max === undefined || Number(value) <= spec.max, {
      error: code('validation.value-max'),
      params: { max: spec.max },
    });
  // A fraction of a cent has no place in a binary float: amounts come as text only.
  return spec.kind === 'money' ? within : z.union([within, z.number().transform(String).pipe(within)]);
}
const id = () => z.uuid(code('validation.choice'));

/** The schema of one value, null aside. */
function valueSchema(spec: FieldSpec): z.ZodType {
  switch (spec.kind) {
    case 'text':
    case 'longText':
      return string(spec);
    case 'email':
      return string(spec).pipe(z.email(code('validation.email')));
    case 'url':
      return string(spec).pipe(z.url({ protocol: /^https?$/, error: code('validation.url') }));
    case 'phone':
      return z.string(code('validation.type')).regex(/^\+?[\d ().-]{3,39}$/, code('validation.format'));
    case 'color':
      return z.string(code('validation.type')).regex(/^#[0-9a-f]{6}$/i, code('validation.format'));
    case 'country':
      return z.string(code('validation.type')).regex(/^[A-Z]{2}$/, code('validation.country'));
    case 'time':
      return z.string(code('validation.type')).regex(/^([01]\d|2[0-3]):[0-5]\d$/, code('validation.time'));
    case 'date':
      return z.iso.date(code('validation.date'));
    case 'datetime':
      return z.iso.datetime({ offset: true, error: code('validation.date') });
    case 'int':
      return z
        .number(code('validation.number'))
        .int(code('validation.integer'))
        .min(spec.min ?? -INT, code('validation.value-min'))
        .max(spec.max ?? INT, code('validation.value-max'));
    case 'money':
    case 'decimal':
    case 'percent':
      return number(spec);
    case 'bool':
      return z.boolean(code('validation.type'));
    case 'enumeration':
      return z.enum([...(spec.values ?? [])], code('validation.choice'));
    case 'ref':
      return id();
    case 'refs':
      return z.array(id(), code('validation.type')).max(500, code('validation.choice-count'));
    case 'list':
      return z
        .array(valueSchema(spec.of ?? { kind: 'text' }), code('validation.type'))
        .max(200, code('validation.choice-count'));
    case 'children':
      return z
        .array(
          objectOf(spec.fields ?? {}, () => true, false).extend({ id: id().optional() }),
          code('validation.type'),
        )
        .max(500);
    case 'json':
      return z.json(code('validation.type'));
  }
}
function objectOf(fields: Fields, accepted: (field: string) => boolean, partial: boolean) {
  const shape = Object.entries(fields)
    .filter(([name, { spec }]) => accepted(name) && !spec.readonly)
    .map(([name, { spec }]): [string, z.ZodType] => {
      const value = valueSchema(spec);
      if (!isNeverNull(spec)) return [name, value.nullable().optional()];
      return [name, partial || !spec.required || spec.default !== undefined ? value.optional() : value];
    });
  return z.strictObject(Object.fromEntries(shape));
}

const schemas = new WeakMap<ResourceDefinition, Record<'create' | 'update', z.ZodType>>();
/** Schemas of what a resource accepts; every absent field of an update is left as it is. */
export function inputSchemas(resource: ResourceDefinition): Record<'create' | 'update', z.ZodType> {
  const known = schemas.get(resource);
  if (known) return known;
  const accepted = (field: string) => isWritable(resource, field);
  const made = {
    create: objectOf(resource.fields, accepted, false),
    update: objectOf(resource.fields, accepted, true),
  };
  schemas.set(resource, made);
  return made;
}

const TEXTS = new Set([
  'text',
  'longText',
  'email',
  'phone',
  'url',
  'color',
  'country',
  'date',
  'time',
  'datetime',
  'decimal',
  'money',
  'percent',
]);
/** Forms send blanks for what was left empty. */
function withoutBlanks(fields: Fields, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => {
      const spec = fields[name]?.spec;
      if (spec?.kind === 'children' && Array.isArray(value))
        return [name, value.map((child) => withoutBlanks(spec.fields ?? {}, child))];
      if (!spec || typeof value !== 'string') return [name, value];
      const text = spec.kind === 'longText' || spec.kind === 'json' ? value : value.trim();
      return [name, text === '' && TEXTS.has(spec.kind) ? null : text];
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
  let here: Fields | undefined = fields;
  let spec: FieldSpec | undefined;
  for (const key of path.filter((part) => typeof part === 'string')) {
    spec = here?.[key]?.spec;
    here = spec?.fields;
  }
  return spec;
}
function paramsOf(issue: z.core.$ZodIssue, spec: FieldSpec | undefined): MessageParams {
  if (issue.code === 'custom') return (issue.params ?? {}) as MessageParams;
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return {};
  if (issue.origin === 'array') return { min: 0, max: Number(issue.code === 'too_big' ? issue.maximum : 0) };
  return { min: spec?.min ?? 0, max: spec?.max ?? INT };
}

function errorsOf(issue: z.core.$ZodIssue, fields: Fields, body: unknown): FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      pointer: pointer([...issue.path, key]),
      code: 'validation.extra-fields',
    }));
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.map((branch) => branch[0]).find((one) => one && one.code !== 'invalid_type');
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

/** The values of a request's body, every one of them checked; says all that is wrong at once. */
export function parseInput(
  resource: ResourceDefinition,
  operation: 'create' | 'update',
  body: unknown,
): Record<string, unknown> {
  const tidy = withoutBlanks(resource.fields, body);
  const result = inputSchemas(resource)[operation].safeParse(tidy);
  if (result.success) return canonicalFields(resource.fields, result.data as Record<string, unknown>);
  const errors = result.error.issues.flatMap((issue) => errorsOf(issue, resource.fields, tidy));
  throw new Problem('validation.failed', { errors });
}

/** Value of a field that a new record does not give. */
export function initial(spec: FieldSpec): unknown {
  if (spec.default !== undefined) return canonical(spec, spec.default);
  return spec.kind === 'refs' || spec.kind === 'list' || spec.kind === 'children' ? [] : null;
}
/** A new record's fields: what was given, then defaults. */
export function completed(fields: Fields, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { spec }]) => {
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
