import type { MessageId, MessageParams } from '@coulisse/contracts';
import type { FieldSpec } from '@coulisse/resource';
import { isBlank, type RawCell } from './cell';
import type { ValueLabels } from './cell-of';
import { codeOf } from './codes';
import { fold } from './fold';
import { splitValues } from './list-text';
import { instantOf } from '@coulisse/resource-server/local-time';
import { parseDay, parseMinutes, parseMoment, parseTime } from './parse-moment';
import { numberText, parseNumber, type DecimalSign } from './parse-number';

/** The value of a cell as a request body contains it, or the error. */
export type Parsed =
  { readonly value: unknown } | { readonly code: MessageId; readonly params?: MessageParams };

export interface ReadingHabits {
  /** Decimal separator of the file. */
  readonly decimal: DecimalSign;
  /** Time zone of the local times of the file. */
  readonly zone: string;
}
/** Finds the id of the record that a text refers to. */
export type FindReference = (text: string) => Parsed;

const YES = new Set(['oui', 'o', 'vrai', 'v', 'yes', 'y', 'true', 't', '1', 'x']);
const NO = new Set(['non', 'n', 'faux', 'f', 'no', 'false', '0']);
/** Kinds whose values never contain a comma or a semicolon: these are accepted as separators, too. */
const SIMPLE = new Set(['int', 'time', 'date', 'enumeration', 'country', 'language', 'currency', 'bool']);
/** Day zero of a spreadsheet: times of day and durations are counted from it. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

const refuse = (code: MessageId, params?: MessageParams): Parsed => ({ code, ...(params ? { params } : {}) });
const found = (value: unknown, code: MessageId): Parsed =>
  value === null || value === undefined ? refuse(code) : { value };

/** The text of a cell: numbers without binary noise, dates and times in ISO form. */
export function textOf(cell: RawCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return numberText(cell) ?? '';
  if (typeof cell === 'boolean') return cell ? '1' : '0';
  return cell.moment.endsWith('T00:00:00.000') ? cell.moment.slice(0, 10) : cell.moment;
}

const minutesOf = (moment: string) => Math.round((Date.parse(`${moment}Z`) - DAY_ZERO) / 60_000);

/** Parses a cell that is not blank, by the kind of the field. */
export function parseCell(
  spec: FieldSpec,
  cell: RawCell,
  habits: ReadingHabits,
  labels: ValueLabels = {},
  find: FindReference = () => refuse('validation.choice'),
): Parsed {
  const text = textOf(cell).trim();
  const moment = typeof cell === 'object' && cell ? cell.moment : null;
  switch (spec.kind) {
    case 'int': {
      const number = numeric(cell, habits);
      if (number === null) return refuse('validation.number');
      return /\.0*[1-9]/.test(number) ? refuse('validation.integer') : { value: Number(number) };
    }
    case 'decimal':
    case 'money':
    case 'percent':
      return found(numeric(cell, habits), 'validation.number');
    case 'bool': {
      if (typeof cell === 'boolean') return { value: cell };
      const word = fold(text);
      return YES.has(word) ? { value: true } : NO.has(word) ? { value: false } : refuse('validation.type');
    }
    case 'date':
      return found(moment ? moment.slice(0, 10) : parseDay(text), 'validation.date');
    case 'datetime': {
      const local = moment ? { local: moment, offset: null } : parseMoment(text);
      return found(local && instantOf(local, habits.zone), 'validation.date');
    }
    case 'time':
      return found(moment ? parseTime(moment.slice(11, 19)) : parseTime(text), 'validation.time');
    case 'duration':
      return found(moment ? minutesOf(moment) : parseMinutes(text), 'validation.number');
    case 'enumeration':
      return found(choiceOf(spec, text, labels), 'validation.choice');
    case 'country':
      return found(codeOf('country', text), 'validation.country');
    case 'language':
      return found(codeOf('language', text), 'validation.choice');
    case 'currency':
      return found(codeOf('currency', text), 'validation.currency');
    case 'ref':
      return find(text);
    case 'refs':
      return all(splitValues(text), find);
    case 'list': {
      const of = spec.of ?? { kind: 'text' as const };
      const others = SIMPLE.has(of.kind) ? ';,\n' : '';
      return all(splitValues(text, others), (item) => parseCell(of, item, habits, labels, find));
    }
    case 'json':
      return jsonOf(text);
    case 'longText':
    case 'richText':
      return { value: textOf(cell) };
    default:
      // Line breaks become spaces: the field is single-line.
      return { value: text.replace(/\s*[\r\n\u2028\u2029\u0085]+\s*/g, ' ') };
  }
}

const numeric = (cell: RawCell, { decimal }: ReadingHabits): string | null =>
  typeof cell === 'number' ? numberText(cell) : typeof cell === 'string' ? parseNumber(cell, decimal) : null;

/** The enumeration value for a text that is the value or its label in either language. */
function choiceOf(spec: FieldSpec, text: string, labels: ValueLabels): string | undefined {
  const values = spec.values ?? [];
  if (values.includes(text)) return text;
  const word = fold(text);
  const named = (match: (label: string) => boolean) =>
    values.find((value) => {
      const label = labels[value];
      return label !== undefined && (match(label.fr) || match(label.en));
    });
  return (
    named((label) => label === text) ??
    named((label) => fold(label) === word) ??
    values.find((value) => fold(value) === word)
  );
}

/** All values, or the first error. */
function all(texts: readonly string[], parse: (text: string) => Parsed): Parsed {
  const values: unknown[] = [];
  for (const text of texts) {
    const parsed = parse(text);
    if (!('value' in parsed)) return parsed;
    values.push(parsed.value);
  }
  return { value: values };
}

function jsonOf(text: string): Parsed {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return refuse('validation.format');
  }
}

/** The texts of a cell that refer to records. */
export function referencesIn(spec: FieldSpec, cell: RawCell): string[] {
  if (isBlank(cell)) return [];
  const text = textOf(cell).trim();
  if (spec.kind === 'ref') return [text];
  return spec.kind === 'refs' ? splitValues(text) : [];
}
