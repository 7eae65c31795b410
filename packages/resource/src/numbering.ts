import { localDate } from '@coulisse/contracts/time-zone';
import type { Numbering } from './field';
import type { AnyRecord, ResourceDefinition } from './resource-definition';

/** How the numbers of a period are written. */
export interface NumberPeriod {
  /** 0 for a series that never restarts, the year (2026), or the year and month (202611). */
  readonly period: number;
  /** The code of the n-th number of the period. */
  code(n: number): string;
}
/** The number of a series that a record needs, and the field that stores it. */
export interface PendingNumber extends NumberPeriod {
  readonly field: string;
  readonly series: string;
  /** The day that decides the period: `2026-11-23`. */
  readonly day: string;
  /** The field of the record that holds this day; undefined when it is today. */
  readonly datedBy: string | undefined;
  /** The same number in another format. */
  readonly in: (format: string) => NumberPeriod;
}

/** Characters of an invoice number that e-invoicing accepts (BR-FR-01 and 02), and its greatest length. */
const LITERALS = /^[A-Za-z0-9+\-_/]*$/;
const LONGEST_CODE = 35;
const TOKEN = /\{(YYYY|YY|MM|N{1,10})\}/g;
/** Digits of the greatest number of a series: longer than declared, when a period has more. */
const MOST_DIGITS = 10;

export const formatOf = ({ format, prefix = '' }: Numbering): string => format ?? `${prefix}-{YYYY}-{NNNNNN}`;

/** When a series restarts: with the shortest period in its format, unless it says otherwise. */
export function resetOf(numbering: Numbering): 'never' | 'year' | 'month' {
  const format = formatOf(numbering);
  if (numbering.reset) return numbering.reset;
  if (format.includes('{MM}')) return 'month';
  return format.includes('{YY') ? 'year' : 'never';
}

type FormatFault = 'characters' | 'counter' | 'too-long' | 'period';

function faultOf(numbering: Numbering): FormatFault | undefined {
  const format = formatOf(numbering);
  const tokens = [...format.matchAll(TOKEN)].map(([, token = '']) => token);
  const literals = format.replace(TOKEN, '');
  const counters = tokens.filter((token) => token.startsWith('N'));
  if (!LITERALS.test(literals)) return 'characters';
  if (counters.length !== 1) return 'counter';
  const digits = Math.max(counters[0]?.length ?? 0, MOST_DIGITS);
  const dates = tokens.filter((token) => !token.startsWith('N')).join('').length;
  if (literals.length + dates + digits > LONGEST_CODE) return 'too-long';
  const reset = resetOf(numbering);
  const [hasYear, hasMonth] = [format.includes('{YY'), format.includes('{MM}')];
  // Without its period in the code, a series that restarts would repeat its numbers.
  return (reset !== 'never' && !hasYear) || (reset === 'month' && !hasMonth) ? 'period' : undefined;
}

/** Why a format cannot number a series; undefined when it can. */
export function formatProblem(numbering: Numbering): string | undefined {
  const fault = faultOf(numbering);
  if (!fault) return undefined;
  const reasons: Record<FormatFault, string> = {
    characters: 'whose characters are not all allowed',
    counter: 'which needs one counter such as {NNNNN}',
    'too-long': `which is longer than ${LONGEST_CODE} characters`,
    period: `which does not contain the ${resetOf(numbering)} of its restart`,
  };
  return `has the format ${formatOf(numbering)}, ${reasons[fault]}`;
}
/** The same for a format that a tenant sets, as the code of a message. */
export function formatFaultCode(format: string): string | undefined {
  const fault = faultOf({ series: '', format, on: '' });
  return fault && `numbering.${fault}`;
}

/** The period of a day in a series, and the codes of its numbers. */
export function periodOf(numbering: Numbering, day: string): NumberPeriod {
  const [year = '', month = ''] = day.split('-');
  const periods = { never: 0, year: Number(year), month: Number(year + month) };
  return {
    period: periods[resetOf(numbering)],
    code: (n) => formatCode(formatOf(numbering), year, month, n),
  };
}

/**
 * The numbers that a record needs at an operation (`create` or the name of a transition) and does not have yet. Periods
 * begin at midnight in the time zone of the tenant.
 */
export function pendingNumbers(
  resource: ResourceDefinition,
  operation: string,
  record: Readonly<Record<string, unknown>> | AnyRecord,
  zone: string,
  now: Date = new Date(),
): PendingNumber[] {
  const values: Readonly<Record<string, unknown>> = record;
  return Object.entries(resource.fields).flatMap(([field, { spec }]): PendingNumber[] => {
    const { numbering } = spec;
    const taken = values[field];
    if (numbering?.on !== operation || (taken !== null && taken !== undefined)) return [];
    const datedBy = numbering.datedBy ?? undefined;
    const date = datedBy === undefined ? null : values[datedBy];
    const day = typeof date === 'string' ? date : localDate(now, zone);
    return [
      {
        ...{ field, series: numbering.series, day, datedBy },
        ...periodOf(numbering, day),
        in: (format) => periodOf({ series: numbering.series, format, on: numbering.on }, day),
      },
    ];
  });
}

/** The fields that date the numbers which a record has: they no longer change. */
export const numberedDates = (
  { fields }: ResourceDefinition,
  record: Readonly<Record<string, unknown>> | AnyRecord,
): string[] => {
  const values: Readonly<Record<string, unknown>> = record;
  return Object.entries(fields).flatMap(([field, { spec }]) => {
    const datedBy = spec.numbering?.datedBy;
    return datedBy && values[field] !== null && values[field] !== undefined ? [datedBy] : [];
  });
};

/** `formatCode('FA-{YYYY}-{NNNNN}', '2026', '11', 7)` is `FA-2026-00007`. */
export const formatCode = (format: string, year: string, month: string, n: number): string =>
  format.replace(TOKEN, (_token, name: string) => {
    if (name === 'YYYY') return year;
    if (name === 'YY') return year.slice(-2);
    return name === 'MM' ? month : String(n).padStart(name.length, '0');
  });
