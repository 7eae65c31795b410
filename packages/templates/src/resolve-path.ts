import { isList, isScalar, type Keyword, type KeywordTree, type Scalar } from './keywords';
import type { Reference } from './node';
import { nearest } from './suggest';

/** What a path can name at a place of the template: the keywords of the innermost block, then those around it. */
export interface Scope {
  readonly keywords: KeywordTree;
  /** Inside an `each`. */
  readonly isLoop: boolean;
  readonly outer: Scope | null;
}

export interface Resolved {
  readonly reference: Reference;
  readonly keyword: Keyword;
}
/** A path that names nothing; `suggestion` is the nearest that does. */
export interface Unresolved {
  readonly suggestion: string | null;
}

const LOOP_DATA = { index: 'number', first: 'flag', last: 'flag' } as const satisfies Record<
  string,
  Scalar['type']
>;
const isLoopData = (name: string): name is keyof typeof LOOP_DATA => Object.hasOwn(LOOP_DATA, name);

const rootOf = (scope: Scope): Scope => (scope.outer === null ? scope : rootOf(scope.outer));

/** Finds the keyword that a path of the template names. */
export function resolvePath(path: hbs.AST.PathExpression, scope: Scope): Resolved | Unresolved {
  if (path.data) return resolveData(path, scope);
  let start: Scope = scope;
  for (let up = 0; up < path.depth; up++) {
    if (start.outer === null) return { suggestion: null };
    start = start.outer;
  }
  const names = path.parts.map(String);
  const keyword = follow(start.keywords, names);
  if (keyword === null) return { suggestion: suggestionFor(names, start) };
  return { reference: { from: 'scope', up: path.depth, path: names }, keyword };
}

/** `@index`, `@first`, `@last` of the innermost list, `@../index` of the one around it, and `@root.…`. */
function resolveData(path: hbs.AST.PathExpression, scope: Scope): Resolved | Unresolved {
  const [name = '', ...rest] = path.parts.map(String);
  if (name === 'root' && path.depth === 0) {
    const keyword = follow(rootOf(scope).keywords, rest);
    return keyword === null
      ? { suggestion: suggestionFor(rest, rootOf(scope)) }
      : { reference: { from: 'root', path: rest }, keyword };
  }
  const loops = loopsAround(scope);
  if (isLoopData(name) && rest.length === 0 && path.depth < loops)
    return { reference: { from: 'loop', name, up: path.depth }, keyword: { type: LOOP_DATA[name] } };
  return {
    suggestion:
      loops > 0
        ? nearest(
            `@${name}`,
            Object.keys(LOOP_DATA).map((key) => `@${key}`),
          )
        : null,
  };
}

const loopsAround = (scope: Scope | null): number =>
  scope === null ? 0 : (scope.isLoop ? 1 : 0) + loopsAround(scope.outer);

function follow(tree: KeywordTree, names: readonly string[]): Keyword | null {
  let keyword: Keyword = tree;
  for (const name of names) {
    if (isScalar(keyword) || isList(keyword) || !Object.hasOwn(keyword, name)) return null;
    keyword = keyword[name]!;
  }
  return keyword;
}

/** The nearest path: of the same group first, then the same last name anywhere that the template can reach. */
function suggestionFor(names: readonly string[], scope: Scope): string | null {
  const all = pathsOf(scope.keywords);
  return nearest(names.join('.'), all) ?? all.find((path) => path.endsWith(`.${names.at(-1)}`)) ?? null;
}

function pathsOf(tree: KeywordTree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, keyword]) => {
    const path = `${prefix}${name}`;
    return isScalar(keyword) || isList(keyword) ? [path] : [path, ...pathsOf(keyword, `${path}.`)];
  });
}
