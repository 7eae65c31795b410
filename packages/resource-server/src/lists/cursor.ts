import type { FieldSpec } from '@coulisse/resource';
import { isCursorValue, isId } from './comparable';

/** The start of a page: after a row, or before it. */
export interface Cursor {
  /** Value of the sort column as the database formats it; null if the row has none. */
  readonly value: string | null;
  readonly id: string;
  /** Towards the beginning of the list. */
  readonly back: boolean;
}

/** Encodes a cursor for clients. It is valid only for the order that it was created for. */
export function encodeCursor({ value, id, back }: Cursor, sort: string): string {
  return Buffer.from(JSON.stringify([sort, value, id, back ? 1 : 0])).toString('base64url');
}

/** Undefined if the text is not a cursor of that order. */
export function decodeCursor(text: string, spec: FieldSpec, sort: string): Cursor | undefined {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(read) || read.length !== 4) return undefined;
  const [of, value, id, back] = read as unknown[];
  // A reference is sorted by its label.
  const sorted: FieldSpec = spec.kind === 'ref' ? { kind: 'longText' } : spec;
  const fits = value === null || (typeof value === 'string' && isCursorValue(sorted, value));
  if (of !== sort || !fits || typeof id !== 'string' || !isId(id)) return undefined;
  return { value: value, id, back: back === 1 };
}
