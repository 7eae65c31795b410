import type { MessageId } from '@coulisse/contracts/messages';
import { isCountry, isCurrency, isLanguage } from '@coulisse/identifiers';
import { isPlainLine, isPlainText } from '@coulisse/identifiers/plain-text';
import { z } from 'zod';
import { MOST_ROWS } from '../children';
import { isNeverNull, type FieldKind, type FieldSpec, type Fields } from '../field';
import { IDENTIFIERS, isIdentifier } from './identifier-kinds';

/** The message of a schema is an error id of the message catalogue. */
const code = (id: MessageId) => id;
export const LARGEST_INT = 2_147_483_647;

const NOT_TYPED: ReadonlySet<FieldKind> = new Set([
  ...(['int', 'duration', 'bool', 'enumeration', 'json', 'number'] as const),
  ...(['ref', 'file', 'image', 'refs', 'children', 'list', 'related'] as const),
]);
/** True if users type the value as text: a blank one means no value. */
export const isTyped = ({ kind }: FieldSpec) => !NOT_TYPED.has(kind);

/** What differs between the service, which decides, and a screen, which only answers sooner. */
export interface SchemaParts {
  /** Schema of the id of another record. */
  readonly id: () => z.ZodType;
  /** Schema of formatted text: only the service sanitises it, and its limits apply to the result. */
  readonly richText: (spec: FieldSpec) => z.ZodType;
  /** Adds the documentation of a field to its schema. */
  readonly describe: (spec: FieldSpec, schema: z.ZodType) => z.ZodType;
  /** True to accept fields that callers cannot write: values that the service itself writes. */
  readonly withReadonly: boolean;
}
const DEFAULT_PARTS: SchemaParts = {
  id: () => z.uuid(code('validation.choice')),
  richText: bounded,
  describe: (_spec, schema) => schema,
  withReadonly: false,
};
/** Parts of the schema of a screen: ids come from lists that the service has sent. */
export const SCREEN_PARTS: SchemaParts = {
  ...DEFAULT_PARTS,
  id: () => plain(),
  richText: () => plain(),
};

/** Kinds whose texts may have several lines. */
const LINES: ReadonlySet<FieldKind> = new Set<FieldKind>(['longText', 'richText']);

const plain = () => z.string(code('validation.type'));
function bounded(spec: FieldSpec) {
  return plain()
    .min(spec.min ?? 0, code('validation.length'))
    .max(spec.max ?? 255, code('validation.length'))
    .refine(LINES.has(spec.kind) ? isPlainText : isPlainLine, code('validation.format'));
}
const codeSchema = (isKnown: (value: string) => boolean, wrong: MessageId) =>
  plain().max(64, code(wrong)).refine(isKnown, code(wrong));
const integerSchema = (spec: FieldSpec) =>
  z
    .number(code('validation.number'))
    .int(code('validation.integer'))
    .min(spec.min ?? -LARGEST_INT, code('validation.value-min'))
    .max(spec.max ?? LARGEST_INT, code('validation.value-max'));

const DIGITS = {
  money: /^-?\d{1,12}(\.\d{1,2})?$/,
  decimal: /^-?\d{1,14}(\.\d{1,4})?$/,
  percent: /^-?\d{1,3}(\.\d{1,4})?$/,
};
/** A number as text, so that it never passes through a binary float. */
function exact(spec: FieldSpec, digits: RegExp): z.ZodType {
  const textSchema = z
    .string(code('validation.number'))
    .regex(digits, { error: code('validation.number'), abort: true })
    .refine((value) => spec.min === undefined || Number(value) >= spec.min, {
      error: code('validation.value-min'),
      params: { min: spec.min },
    })
    .refine((value) => spec.max === undefined || Number(value) <= spec.max, {
      error: code('validation.value-max'),
      params: { max: spec.max },
    })
    .refine((value) => spec.decimals === undefined || decimalsOf(value) <= spec.decimals, {
      error: code('validation.decimals'),
      params: { max: spec.decimals },
    });
  // Binary floats cannot represent cents exactly: amounts are accepted as text only.
  return spec.kind === 'money'
    ? textSchema
    : z.union([textSchema, z.number().transform(String).pipe(textSchema)]);
}
/** A decimal of more than four places has fewer digits before them. */
const digitsOf = ({ kind, decimals = 0 }: FieldSpec, usual: RegExp) =>
  kind === 'decimal' && decimals > 4 ? /^-?\d{1,12}(\.\d{1,6})?$/ : usual;
const decimalsOf = (value: string) => (value.split('.')[1] ?? '').replace(/0+$/, '').length;
const anyJson = z.json();
// zod's own JSON type would add a recursive schema to the document; `unknown` accepts the same values.
const isJson = (value: unknown) => anyJson.safeParse(value).success;

/** The schema of one value that is not null. */
export function valueSchema(spec: FieldSpec, parts: SchemaParts = DEFAULT_PARTS): z.ZodType {
  if (isIdentifier(spec.kind)) {
    const { identifier, wrong } = IDENTIFIERS[spec.kind];
    return codeSchema((value) => identifier.isValid(identifier.tidy(value)), wrong);
  }
  switch (spec.kind) {
    case 'text':
    case 'longText':
    case 'number':
      return bounded(spec);
    case 'richText':
      return parts.richText(spec);
    case 'email':
      return bounded(spec).pipe(z.email(code('validation.email')));
    case 'url':
      return bounded(spec).pipe(z.url({ protocol: /^https?$/, error: code('validation.url') }));
    case 'phone':
      return plain().regex(/^\+?[\d ().-]{3,39}$/, code('validation.format'));
    case 'color':
      return plain().regex(/^#[0-9a-f]{6}$/i, code('validation.format'));
    case 'country':
      return codeSchema(isCountry, 'validation.country');
    case 'language':
      return codeSchema(isLanguage, 'validation.locale');
    case 'currency':
      return codeSchema(isCurrency, 'validation.currency');
    case 'time':
      return plain().regex(/^([01]\d|2[0-3]):[0-5]\d$/, code('validation.time'));
    case 'date':
      return z.iso
        .date(code('validation.date'))
        .refine((day) => !day.startsWith('0000'), code('validation.date'));
    case 'datetime':
      return z.iso.datetime({ offset: true, error: code('validation.date') });
    case 'int':
    case 'duration':
      return integerSchema(spec);
    case 'money':
    case 'decimal':
    case 'percent':
      return exact(spec, digitsOf(spec, DIGITS[spec.kind]));
    case 'bool':
      return z.boolean(code('validation.type'));
    case 'enumeration':
      return z.enum([...(spec.values ?? [])], code('validation.choice'));
    case 'ref':
    case 'file':
    case 'image':
      return parts.id();
    case 'refs':
      return z.array(parts.id(), code('validation.type')).max(500, code('validation.choice-count'));
    case 'list':
      return z
        .array(valueSchema(spec.of ?? { kind: 'text' }, parts), code('validation.type'))
        .max(200, code('validation.choice-count'));
    case 'children':
      return z
        .array(
          objectSchema(spec.fields ?? {}, () => true, false, parts).extend({ id: parts.id().optional() }),
          code('validation.type'),
        )
        .max(MOST_ROWS, code('validation.choice-count'));
    case 'related':
      return z.never(code('validation.extra-fields'));
    case 'json':
      return z.unknown().refine(isJson, code('validation.type'));
  }
}

/** The schema of a record's fields; an update may leave any of them out. */
export function objectSchema(
  fields: Fields,
  accepted: (field: string) => boolean,
  partial: boolean,
  changed: Partial<SchemaParts> = {},
) {
  const parts = { ...DEFAULT_PARTS, ...changed };
  const shape = Object.entries(fields)
    .filter(([name, { spec }]) => accepted(name) && (parts.withReadonly || !spec.readonly))
    .map(([name, { spec }]): [string, z.ZodType] => {
      const value = parts.describe(spec, valueSchema(spec, parts));
      if (!isNeverNull(spec)) return [name, value.nullable().optional()];
      return [name, partial || !spec.required || spec.default !== undefined ? value.optional() : value];
    });
  return z.strictObject(Object.fromEntries(shape));
}
