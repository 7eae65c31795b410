import type { FieldSpec } from '@coulisse/resource';
import { isCursorValue, isId } from './comparable';

/** Where a page begins: behind a row, or before it. */
export interface Cursor {
  /** Value of the sort column as the database writes it; null when the row has none. */
  readonly value: string | null;
  readonly id: string;
  /** Towards the beginning of the list. */
  readonly back: boolean;
}

/** A cursor as the caller carries it. It holds for the order that it was made for, and for no other. */
export function encodeCursor({ value, id, back }: Cursor, sort: string): string {
  return Buffer.from(JSON.stringify([sort, value, id, back ? 1 : 0])).toString('base64url');
}

/** Nothing when the text is no cursor of that order. */
export function decodeCursor(text: string, spec: FieldSpec, sort: string): Cursor | undefined {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(read) || read.length !== 4) return undefined;
  const [of, value, id, back] = read as unknown[];
  // A reference is ordered by its label.
  const sorted: FieldSpec = spec.kind === 'ref' ? { kind: 'longText' } : spec;
  const fits = value === null || (typeof value === 'string' && isCursorValue(sorted, value));
  if (of !== sort || !fits || typeof id !== 'string' || !isId(id)) return undefined;
  return { value: value as string | null, id, back: back === 1 };
}
