import type { Position } from './template-error';

/** The position of an offset in a text that begins at `start`. */
export function positionAt(text: string, offset: number, start: Position = { line: 1, column: 1 }): Position {
  const before = text.slice(0, Math.max(0, offset));
  const lines = before.split('\n');
  const last = lines.at(-1) ?? '';
  return lines.length === 1
    ? { line: start.line, column: start.column + last.length }
    : { line: start.line + lines.length - 1, column: last.length + 1 };
}
