import { storageOf, type FieldSpec } from '@coulisse/resource';
import { isIdentifier } from '@coulisse/resource/validation';
import { isPlainText as isWritable } from '@coulisse/service-kit/http';
import { canonical } from '../codec';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isId = (text: string) => UUID.test(text);

const LONGEST = 500;
const INTEGER = 2_147_483_647;
const INSTANT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** True for an existing date that the database can store. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(text)
  );
}
const isInstant = (text: string) => {
  const day = INSTANT.exec(text)?.[1];
  return !!day && isDay(day) && !Number.isNaN(Date.parse(text));
};

const CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
  integer: (text) => /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) <= INTEGER,
  numeric: (text) => /^-?\d{1,20}(\.\d{1,10})?$/.test(text),
  boolean: (text) => text === 'true' || text === 'false',
  date: isDay,
  timestamptz: isInstant,
  uuid: isId,
};
/** Checks for values as PostgreSQL formats them: cursors contain these. */
const AS_WRITTEN: typeof CHECKS = {
  ...CHECKS,
  timestamptz: (text) => /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/.test(text),
};

/** SQL type of one value of a column, `text` for an enumeration. */
const typeOf = (spec: FieldSpec) => storageOf(spec).sql.replace('[]', '');

export const isPlainText = (text: string) => isWritable(text) && text.length <= LONGEST;

function isValueOf(checks: typeof CHECKS, spec: FieldSpec, text: string): boolean {
  if (spec.kind === 'enumeration') return !!spec.values?.includes(text);
  if (spec.kind === 'list') return !spec.of || isValueOf(checks, spec.of, text);
  return checks[typeOf(spec)]?.(text) ?? true;
}
/** False for a value that the database cannot parse: that is an error of the caller, not of the service. */
export const isComparable = (spec: FieldSpec, text: string) =>
  isPlainText(text) && isValueOf(CHECKS, spec, text);
export const isCursorValue = (spec: FieldSpec, text: string) =>
  isWritable(text) && isValueOf(AS_WRITTEN, spec, text);

/** The form in which a value is stored. */
export function comparable(spec: FieldSpec, text: string): string {
  if (spec.kind === 'list') return spec.of ? comparable(spec.of, text) : text;
  if (spec.kind === 'datetime') return new Date(text).toISOString();
  if (isIdentifier(spec.kind) || spec.kind === 'color') return String(canonical(spec, text));
  return text;
}
