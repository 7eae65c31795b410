import ts from 'typescript';

/** Kinds of JavaScript values that a column can have. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'Date' | 'bytes' | 'object' | 'any' | `${string}[]`;

export interface RowProperty {
  readonly name: string;
  readonly optional: boolean;
  readonly kinds: readonly ValueKind[];
}

const BYTES = new Set(['Buffer', 'Uint8Array']);

/** `string & { … }` is a string. */
function branded(checker: ts.TypeChecker, type: ts.IntersectionType): ValueKind[] {
  const kinds = type.types.flatMap((part) => kindsOf(checker, part));
  const primitive = kinds.filter((kind) => kind !== 'object');
  return primitive.length ? primitive : ['object'];
}

function kindsOf(checker: ts.TypeChecker, type: ts.Type): ValueKind[] {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return ['any'];
  if (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) return [];
  if (type.isUnion()) return [...new Set(type.types.flatMap((part) => kindsOf(checker, part)))];
  if (type.isIntersection()) return branded(checker, type);
  if (type.flags & ts.TypeFlags.StringLike) return ['string'];
  if (type.flags & ts.TypeFlags.NumberLike) return ['number'];
  if (type.flags & ts.TypeFlags.BooleanLike) return ['boolean'];
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    return element ? kindsOf(checker, element).map((kind): ValueKind => `${kind}[]`) : ['any'];
  }
  const name = type.getSymbol()?.getName() ?? '';
  if (name === 'Date') return ['Date'];
  return BYTES.has(name) ? ['bytes'] : ['object'];
}

/** The row type of a query, from the type of the call: `Promise` of an object with `rows`. */
export function rowOfCall(checker: ts.TypeChecker, call: ts.CallExpression): RowProperty[] {
  const result = checker.getAwaitedType(checker.getTypeAtLocation(call));
  const rows = result?.getProperty('rows');
  if (!rows) return [];
  const list = checker.getTypeOfSymbolAtLocation(rows, call);
  const row = checker.isArrayType(list) ? checker.getTypeArguments(list as ts.TypeReference)[0] : undefined;
  if (!row) return [];
  return checker.getPropertiesOfType(row).map((property) => ({
    name: property.getName(),
    optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
    kinds: kindsOf(checker, checker.getTypeOfSymbolAtLocation(property, call)),
  }));
}
