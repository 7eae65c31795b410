import { isPlainLine, isPlainText } from '@coulisse/identifiers/plain-text';
import { z } from 'zod';
import { Problem, type FieldError } from '../problem/problem';
import { pointerOf } from './validation';

export { isPlainLine, isPlainText };

/** Deeper values are refused: no valid request has them. */
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

/** Refuses input in which a string or a key, at any depth, is not plain text. Every request is checked by it. */
export function assertPlainTexts(value: unknown): void {
  const errors: FieldError[] = [];
  for (const path of wrongTexts(value, [])) {
    errors.push({ pointer: pointerOf(path), code: 'validation.format' });
    if (errors.length === MOST_ERRORS) break;
  }
  if (errors.length > 0) throw new Problem('validation.failed', { errors });
}

const wrong = { params: { code: 'validation.format' } };
/** Text of one or several lines. */
export const plainText = (max: number) => z.string().trim().max(max).refine(isPlainText, wrong);
/** Text of one line: names, addresses, subjects, codes. */
export const plainLine = (max: number) => z.string().trim().max(max).refine(isPlainLine, wrong);
/** A date that the database accepts: ISO 8601 has a year 0, PostgreSQL has none. */
export const plainDay = () =>
  z.iso.date().refine((day) => !day.startsWith('0000'), { params: { code: 'validation.date' } });
