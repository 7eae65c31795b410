import type { MessageId, MessageParams } from '@coulisse/contracts/messages';
import type { z } from 'zod';
import type { FieldSpec, Fields } from '../field';
import { isTyped, LARGEST_INT } from './value-schema';

/** An error in a request body. */
export interface InputError {
  /** JSON pointer into the body, such as `/lines/0/start`. */
  readonly pointer: string;
  readonly code: MessageId;
  readonly params?: MessageParams;
}

export type Tidy = (spec: FieldSpec, value: string) => string;
export const tidyText: Tidy = ({ kind }, value) =>
  kind === 'longText' || kind === 'json' ? value : value.trim();

/** Replaces the empty strings that forms send for empty fields. */
export function withoutBlanks(fields: Fields, body: unknown, tidy: Tidy = tidyText): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => {
      const spec = fields[name]?.spec;
      if (spec?.kind === 'children' && Array.isArray(value))
        return [name, value.map((child) => withoutBlanks(spec.fields ?? {}, child, tidy))];
      if (!spec || typeof value !== 'string') return [name, value];
      const text = tidy(spec, value);
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

function errorsOf(issue: z.core.$ZodIssue, fields: Fields, body: unknown): InputError[] {
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
  }
  const spec = specAt(fields, issue.path);
  const value = at(body, issue.path);
  const where = pointer(issue.path);
  if (value === undefined || (value === null && spec?.required))
    return [{ pointer: where, code: 'validation.not-blank' }];
  if (value === null) return [{ pointer: where, code: 'validation.not-null' }];
  if (issue.path.length === 0) return [{ pointer: '', code: 'validation.type' }];
  if (issue.code === 'invalid_union') return [{ pointer: where, code: 'validation.number' }];
  const params = paramsOf(issue, spec);
  return [
    {
      pointer: where,
      code: issue.message.startsWith('validation.') ? (issue.message as MessageId) : 'validation.type',
      params,
    },
  ];
}

export type InputResult =
  | { readonly success: true; readonly values: Record<string, unknown> }
  | { readonly success: false; readonly errors: InputError[] };

/** Validates a request body, and names all its errors. */
export function checkInput(
  fields: Fields,
  schema: z.ZodType,
  body: unknown,
  tidy: Tidy = tidyText,
): InputResult {
  const tidied = withoutBlanks(fields, body, tidy);
  const result = schema.safeParse(tidied);
  if (result.success) return { success: true, values: result.data as Record<string, unknown> };
  return { success: false, errors: result.error.issues.flatMap((issue) => errorsOf(issue, fields, tidied)) };
}
