import { z } from 'zod';
import { Problem, type FieldError } from '../problem/problem';
import { pointerOf } from './validation';

/**
 * What no text of ours holds: control characters but tab and line ends, and halves of surrogate pairs. The database refuses
 * NUL and lone surrogates; the others act on terminals, mails and files instead of being shown.
 */
// eslint-disable-next-line no-control-regex -- they are what it looks for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;
const LINE_END = /[\r\n\u2028\u2029\u0085]/;

export const isPlainText = (text: string): boolean => !FORBIDDEN.test(text);
/** Nor does it hold a line end, which would begin another header, row or field elsewhere. */
export const isPlainLine = (text: string): boolean => isPlainText(text) && !LINE_END.test(text);

/** Deeper values are refused: nothing of ours is. */
const DEEPEST = 40;
const MOST_ERRORS = 20;

function* wrongTexts(value: unknown, path: readonly PropertyKey[]): Generator<readonly PropertyKey[]> {
  if (typeof value === 'string') {
    if (!isPlainText(value)) yield path;
    return;
  }
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return;
  if (path.length >= DEEPEST) {
    yield path;
    return;
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) yield* wrongTexts(value[index], [...path, index]);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (isPlainText(key)) yield* wrongTexts(item, [...path, key]);
    else yield path;
  }
}

/** Refuses what a client sent when a text or a key of it, at any depth, is not plain: the door of every string. */
export function assertPlainTexts(value: unknown): void {
  const errors: FieldError[] = [];
  for (const path of wrongTexts(value, [])) {
    errors.push({ pointer: pointerOf(path), code: 'validation.format' });
    if (errors.length === MOST_ERRORS) break;
  }
  if (errors.length > 0) throw new Problem('validation.failed', { errors });
}

const wrong = { params: { code: 'validation.format' } };
/** A text of one or several lines. */
export const plainText = (max: number) => z.string().trim().max(max).refine(isPlainText, wrong);
/** A text of one line: names, addresses, subjects, codes. */
export const plainLine = (max: number) => z.string().trim().max(max).refine(isPlainLine, wrong);
/** A day that the calendar and the database have: ISO 8601 knows a year 0, they do not. */
export const plainDay = () =>
  z.iso.date().refine((day) => !day.startsWith('0000'), { params: { code: 'validation.date' } });
