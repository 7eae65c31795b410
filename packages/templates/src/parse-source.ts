import { createRequire } from 'node:module';
import type Handlebars from 'handlebars';
import { TEMPLATE_LIMITS } from './limits';
import { positionAt } from './source-position';
import type { Position, TemplateErrorCode } from './template-error';

export type SyntaxFailure = Position & { code: TemplateErrorCode; params: Record<string, string | number> };

/** Sign and name at the beginning of a tag. */
const TAG = /\{\{~?\s*([#^/]?)\s*([\w@.-]{0,40})/y;

/**
 * The offsets of the first tag and of the first block beyond the limits, and the first block that is never closed. Reads
 * each character once.
 */
export function blocksOf(source: string): {
  surplusTag: number | null;
  tooDeep: number | null;
  unclosed: { name: string; offset: number } | null;
} {
  const open: { name: string; offset: number }[] = [];
  let tags = 0;
  let surplusTag: number | null = null;
  let tooDeep: number | null = null;
  let at = source.indexOf('{{');
  while (at >= 0) {
    tags++;
    if (tags > TEMPLATE_LIMITS.tags) surplusTag ??= at;
    const comment = /^\{\{~?!(--)?/.exec(source.slice(at, at + 6));
    const end = comment && source.indexOf(comment[1] ? '--' : '}}', at + comment[0].length);
    if (end === -1) break;
    TAG.lastIndex = at;
    const [, sign, name = ''] = TAG.exec(source) ?? [];
    if (sign === '/') open.pop();
    // `{{^}}` alone is an `else`.
    else if (sign === '#' || (sign === '^' && name !== '')) open.push({ name, offset: at });
    if (open.length > TEMPLATE_LIMITS.depth) tooDeep ??= at;
    at = source.indexOf('{{', end ?? at + 2);
  }
  return { surplusTag, tooDeep, unclosed: open.at(-1) ?? null };
}

const load = createRequire(__filename);

/** Loaded with the first source: services that only declare templates never parse one, and it takes megabytes. */
const handlebars = () => load('handlebars') as typeof Handlebars;

/** Parses a source; the positions of Handlebars' messages are found again in the source. */
export function parseSource(source: string): hbs.AST.Program | SyntaxFailure {
  try {
    return handlebars().parse(source);
  } catch (error) {
    return failureOf(source, error as Error & { lineNumber?: number; column?: number });
  }
}

function failureOf(source: string, error: Error & { lineNumber?: number; column?: number }): SyntaxFailure {
  const { unclosed } = blocksOf(source);
  if (/got 'EOF'/.test(error.message) && unclosed)
    return {
      ...positionAt(source, unclosed.offset),
      code: 'template.unclosed-block',
      params: { block: unclosed.name.slice(0, 40) },
    };
  const position =
    error.lineNumber === undefined
      ? positionOfMessage(source, error.message)
      : { line: error.lineNumber, column: (error.column ?? 0) + 1 };
  return { ...position, code: 'template.syntax', params: { near: lineAt(source, position) } };
}

const lineAt = (source: string, { line, column }: Position): string =>
  (source.split('\n')[line - 1] ?? '').slice(Math.max(0, column - 10), column + 30).trim();

/** Handlebars quotes up to twenty characters before and after the error, without line ends, above a `----^`. */
function positionOfMessage(source: string, text: string): Position {
  const [, number = '1', quoted = '', caret = ''] = /on line (\d+)[^\n]*\n([^\n]*)\n(-*)\^/.exec(text) ?? [];
  const stated = Number(number);
  const before = quoted.slice(0, caret.length).replace(/^\.\.\./, '');
  const after = quoted.slice(caret.length).replace(/\.\.\.$/, '');
  const lines = source.split('\n');
  const first = Math.max(0, stated - 6);
  const near = lines.slice(first, stated + 5);
  const found = near.join('').indexOf(before + after);
  if (found < 0) return { line: Math.min(stated, lines.length), column: 1 };
  let rest = found + before.length;
  for (const [index, line] of near.entries()) {
    if (rest <= line.length) return { line: first + index + 1, column: rest + 1 };
    rest -= line.length;
  }
  return { line: Math.min(stated, lines.length), column: 1 };
}
