import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { localDay } from '@coulisse/ui-kit/format';
import { parseNumber } from './typed-number';

export type Draft = Readonly<Record<string, unknown>>;

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** '1 234,5 €' → '1234.5'. An invalid number is unchanged: the server returns an error for the field. */
export const typedNumber = (typed: string): string => parseNumber(typed, 'fr');

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

/** The value of a field in API format. */
export const bodyValue = (field: FieldDescriptor, value: unknown): unknown => {
  if (field.type === 'bool') return value === true;
  if (field.type === 'refs') return Array.isArray(value) ? value.map(idOf) : [];
  if (field.type === 'list') return Array.isArray(value) ? value.filter((item) => !isEmpty(item)) : [];
  if (field.type === 'children')
    return Array.isArray(value) ? value.map((line) => bodyLine(field, line)) : [];
  if (isEmpty(value)) return null;
  switch (field.type) {
    case 'ref':
    case 'file':
    case 'image':
      return idOf(value);
    case 'int': {
      const number = typedNumber(String(value));
      return /^[+-]?\d+$/.test(number) ? Number(number) : number;
    }
    case 'decimal':
    case 'money':
    case 'percent':
      return typedNumber(String(value));
    default:
      return typeof value === 'string' ? value.trim() : value;
  }
};

/**
 * A line is sent with its id, so that the server can match it with the stored one. A field with a default is never null:
 * when it is emptied it has its default again.
 */
const bodyLine = (field: FieldDescriptor, line: unknown): Record<string, unknown> => {
  const values = line as Record<string, unknown>;
  const writable = (field.fields ?? []).filter((child) => !child.readonly);
  const body = Object.fromEntries(
    writable.map((child) => [child.name, bodyValue(child, values[child.name]) ?? child.default ?? null]),
  );
  return typeof values['id'] === 'string' ? { id: values['id'], ...body } : body;
};

const writable = (fields: readonly FieldDescriptor[]) => fields.filter((field) => !field.readonly);

/** Body of a creation: empty values are left out, for the server's defaults. */
export const createBody = (fields: readonly FieldDescriptor[], draft: Draft): Record<string, unknown> =>
  Object.fromEntries(
    writable(fields)
      .map((field) => [field.name, bodyValue(field, draft[field.name])] as const)
      .filter(([, value]) => !isEmpty(value)),
  );

/** Body of a change: only what changed; null clears. */
export const changeBody = (
  fields: readonly FieldDescriptor[],
  before: Draft,
  draft: Draft,
): Record<string, unknown> =>
  Object.fromEntries(
    writable(fields)
      .map((field) => [field, bodyValue(field, draft[field.name])] as const)
      .filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(bodyValue(field, before[field.name])),
      )
      .map(([field, value]) => [field.name, value]),
  );

/** The value with which a form starts; undefined for an empty field. */
export const startValue = ({ default: value, proposed }: FieldDescriptor): unknown =>
  value ?? (proposed === 'today' ? localDay(new Date()) : undefined);

/** Initial values of a new record. */
export const initialDraft = (fields: readonly FieldDescriptor[], presetValues: Draft = {}): Draft =>
  Object.fromEntries(
    fields
      .map((field) => [field.name, presetValues[field.name] ?? startValue(field)] as const)
      .filter(([, value]) => value !== undefined),
  );
