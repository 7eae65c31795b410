import ts from 'typescript';
import { pathOf, type Sources } from './sources';

type Value = string | number | readonly Value[];
/** What a parameter stands for: an argument, with the parameters of the function that passes it, or a value. */
type Binding = { readonly expression: ts.Expression; readonly scope: Scope } | { readonly value: Value };
export type Scope = ReadonlyMap<ts.Symbol, Binding>;
export type FunctionNode =
  ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration;

export const onOneLine = (node: ts.Node): string => node.getText().replace(/\s+/g, ' ');

/** The part of an expression that has no constant value. */
export class DynamicPart extends Error {
  constructor(readonly node: ts.Node) {
    super(onOneLine(node));
  }
}
/** The value depends on a parameter: the callers of the function determine it. */
export class DependsOnCaller extends DynamicPart {
  constructor(
    node: ts.Node,
    readonly declaration: FunctionNode,
  ) {
    super(node);
  }
}

export const NO_SCOPE: Scope = new Map();
/** A statement with more variants than this is composed, not chosen. */
const MOST_VARIANTS = 256;
const METHODS: ReadonlySet<string> = new Set(['map', 'join', 'replaceAll']);

const isFunctionNode = (node: ts.Node): node is FunctionNode =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node);

/** The expression without parentheses and type assertions. */
export function bare(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node)
    ? bare(node.expression)
    : node;
}

/** The expression that a function consists of or returns in its only statement. */
function resultOf(node: FunctionNode): ts.Expression | undefined {
  const { body } = node;
  if (!body || !ts.isBlock(body)) return body;
  const [only] = body.statements;
  return body.statements.length === 1 && only && ts.isReturnStatement(only) ? only.expression : undefined;
}

const isConstant = (declaration: ts.Declaration): boolean =>
  (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;

/** The branches of a condition; otherwise the expression itself. */
function alternatives(node: ts.Expression): ts.Expression[] {
  const expression = bare(node);
  return ts.isConditionalExpression(expression)
    ? [...alternatives(expression.whenTrue), ...alternatives(expression.whenFalse)]
    : [expression];
}

function combinations(parts: readonly (readonly Value[])[]): Value[][] {
  let all: Value[][] = [[]];
  for (const part of parts) {
    all = all.flatMap((start) => part.map((value) => [...start, value]));
    if (all.length > MOST_VARIANTS) return all;
  }
  return all;
}

/** Computes the values that expressions of constants can have, as the compiler would see them. */
export class ConstantEvaluator {
  /** Literals that were part of an evaluated expression. */
  readonly visited = new Set<ts.Node>();

  constructor(private readonly checker: Sources['checker']) {}

  /** The texts that an expression can have; throws `DynamicPart` if that is decided at run time. */
  texts(node: ts.Expression, scope: Scope): string[] {
    const values = this.values(node, scope);
    if (values.length > MOST_VARIANTS || values.some((value) => typeof value === 'object'))
      throw new DynamicPart(node);
    return [...new Set(values.map(String))];
  }

  /** Follows constants and parameters to the expression that gives them their value. */
  source(node: ts.Expression, scope: Scope): { expression: ts.Expression; scope: Scope } {
    const expression = bare(node);
    if (!ts.isIdentifier(expression)) return { expression, scope };
    const binding = this.bindingOf(expression, scope);
    return binding && 'expression' in binding && binding.expression !== expression
      ? this.source(binding.expression, binding.scope)
      : { expression, scope };
  }

  /** The property of an object literal, or undefined if it has none of that name. */
  property(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
    for (const property of object.properties) {
      if (!property.name || !ts.isIdentifier(property.name) || property.name.text !== name) continue;
      if (ts.isPropertyAssignment(property)) return property.initializer;
      if (ts.isShorthandPropertyAssignment(property)) return property.name;
    }
    return undefined;
  }

  private values(node: ts.Expression, scope: Scope): readonly Value[] {
    const expression = bare(node);
    if (ts.isStringLiteralLike(expression)) return [this.literal(expression)];
    if (ts.isNumericLiteral(expression)) return [Number(expression.text)];
    if (ts.isTemplateExpression(expression)) return this.template(expression, scope);
    if (ts.isArrayLiteralExpression(expression)) return this.array(expression, scope);
    if (ts.isConditionalExpression(expression))
      return [...this.values(expression.whenTrue, scope), ...this.values(expression.whenFalse, scope)];
    if (ts.isBinaryExpression(expression)) return this.sum(expression, scope);
    if (ts.isCallExpression(expression)) return this.call(expression, scope);
    if (ts.isIdentifier(expression)) return this.identifier(expression, scope);
    if (ts.isPropertyAccessExpression(expression)) return this.member(expression, scope);
    if (ts.isElementAccessExpression(expression)) return this.elements(expression, scope);
    throw new DynamicPart(expression);
  }

  private literal(node: ts.StringLiteralLike): string {
    this.visited.add(node);
    return node.text;
  }

  private template(node: ts.TemplateExpression, scope: Scope): Value[] {
    this.visited.add(node);
    const parts = node.templateSpans.map((span) => this.values(span.expression, scope));
    return combinations(parts).map((values) =>
      node.templateSpans.reduce(
        (text, span, index) => text + String(values[index]) + span.literal.text,
        node.head.text,
      ),
    );
  }

  private array(node: ts.ArrayLiteralExpression, scope: Scope): Value[] {
    return combinations(node.elements.map((element) => this.values(element, scope)));
  }

  private sum(node: ts.BinaryExpression, scope: Scope): Value[] {
    if (node.operatorToken.kind !== ts.SyntaxKind.PlusToken) throw new DynamicPart(node);
    return combinations([this.values(node.left, scope), this.values(node.right, scope)]).map(
      ([left, right]) =>
        typeof left === 'number' && typeof right === 'number' ? left + right : String(left) + String(right),
    );
  }

  private identifier(node: ts.Identifier, scope: Scope): readonly Value[] {
    const binding = this.bindingOf(node, scope);
    if (binding && 'value' in binding) return [binding.value];
    if (binding) return this.values(binding.expression, binding.scope);
    return this.item(node, scope) ?? this.valuesOfType(node) ?? this.refuse(node);
  }

  /** `const [text] = …`: the item of an array literal, or of the branches of a condition. */
  private item(node: ts.Identifier, scope: Scope): readonly Value[] | undefined {
    const declaration = this.symbolOf(node)?.valueDeclaration;
    if (!declaration || !ts.isBindingElement(declaration) || !isConstant(declaration)) return undefined;
    const { parent } = declaration;
    if (!ts.isArrayBindingPattern(parent) || !ts.isVariableDeclaration(parent.parent)) return undefined;
    const { initializer } = parent.parent;
    const lists = initializer && alternatives(initializer);
    if (!lists?.every(ts.isArrayLiteralExpression)) return undefined;
    const place = parent.elements.indexOf(declaration);
    return lists.flatMap(({ elements }) => {
      const element = elements[place];
      return element ? this.values(element, scope) : this.fail(node);
    });
  }

  private refuse(node: ts.Identifier): never {
    const declaration = this.symbolOf(node)?.valueDeclaration;
    if (declaration && ts.isParameter(declaration) && isFunctionNode(declaration.parent))
      throw new DependsOnCaller(node, declaration.parent);
    throw new DynamicPart(node);
  }

  private bindingOf(node: ts.Identifier, scope: Scope): Binding | undefined {
    const symbol = this.symbolOf(node);
    const bound = symbol && scope.get(symbol);
    if (bound) return bound;
    const declaration = symbol?.valueDeclaration;
    if (!declaration || !ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
    return isConstant(declaration) && ts.isIdentifier(declaration.name)
      ? { expression: declaration.initializer, scope }
      : undefined;
  }

  private symbolOf(node: ts.Node): ts.Symbol | undefined {
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? this.checker.getShorthandAssignmentValueSymbol(node.parent)
      : this.checker.getSymbolAtLocation(node);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  private member(node: ts.PropertyAccessExpression, scope: Scope): readonly Value[] {
    const declaration = this.symbolOf(node.name)?.valueDeclaration;
    if (declaration && ts.isPropertyAssignment(declaration))
      return this.values(declaration.initializer, scope);
    const { expression: object, scope: itsScope } = this.source(node.expression, scope);
    const value = ts.isObjectLiteralExpression(object) ? this.property(object, node.name.text) : undefined;
    if (value) return this.values(value, itsScope);
    return this.valuesOfType(node) ?? this.fail(node);
  }

  /** `TEXTS[key]`: any member of the object. */
  private elements(node: ts.ElementAccessExpression, scope: Scope): readonly Value[] {
    const { expression: object, scope: itsScope } = this.source(node.expression, scope);
    if (!ts.isObjectLiteralExpression(object)) return this.valuesOfType(node) ?? this.fail(node);
    return object.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) ? this.values(property.initializer, itsScope) : this.fail(node),
    );
  }

  private fail(node: ts.Node): never {
    throw new DynamicPart(node);
  }

  private valuesOfType(node: ts.Expression): Value[] | undefined {
    const type = this.checker.getTypeAtLocation(node);
    const parts = type.isUnion() ? type.types : [type];
    const literals = parts.map((part) =>
      part.isStringLiteral() || part.isNumberLiteral() ? part.value : undefined,
    );
    const values = literals.filter((value) => value !== undefined);
    return values.length === parts.length ? values : undefined;
  }

  private call(node: ts.CallExpression, scope: Scope): readonly Value[] {
    const callee = bare(node.expression);
    const declaration = this.checker.getResolvedSignature(node)?.declaration;
    if (declaration && isFunctionNode(declaration) && declaration.body)
      return this.application(declaration, node, scope);
    if (!ts.isPropertyAccessExpression(callee) || !METHODS.has(callee.name.text)) throw new DynamicPart(node);
    return this.values(callee.expression, scope).flatMap((object) =>
      this.method(object, callee.name.text, node, scope),
    );
  }

  private application(declaration: FunctionNode, node: ts.CallExpression, scope: Scope): readonly Value[] {
    const result = resultOf(declaration);
    if (!result) throw new DynamicPart(node);
    return this.values(result, this.argumentsOf(declaration, node, scope));
  }

  /** The scope of a function's body in a call. */
  argumentsOf(declaration: FunctionNode, node: ts.CallExpression, scope: Scope): Scope {
    const inner = new Map<ts.Symbol, Binding>(scope);
    for (const [index, parameter] of declaration.parameters.entries()) {
      const symbol = this.checker.getSymbolAtLocation(parameter.name);
      const expression = node.arguments[index] ?? parameter.initializer;
      if (symbol && expression) inner.set(symbol, { expression, scope });
    }
    return inner;
  }

  private method(object: Value, name: string, node: ts.CallExpression, scope: Scope): Value[] {
    if (name === 'map' && typeof object === 'object') return this.mapped(object, node, scope);
    const parameters = combinations(node.arguments.map((argument) => this.values(argument, scope)));
    return parameters.map(([first = '', second = '']) => {
      if (name === 'join' && typeof object === 'object') return object.join(String(first));
      if (name === 'replaceAll' && typeof object === 'string')
        return object.replaceAll(String(first), String(second));
      throw new DynamicPart(node);
    });
  }

  private mapped(items: readonly Value[], node: ts.CallExpression, scope: Scope): Value[] {
    const [callback] = node.arguments;
    const { expression } = callback ? this.source(callback, scope) : { expression: node };
    const result = isFunctionNode(expression) ? resultOf(expression) : undefined;
    if (!isFunctionNode(expression) || !result) throw new DynamicPart(node);
    const [item, index] = expression.parameters.map(({ name }) => this.checker.getSymbolAtLocation(name));
    const results = items.map((value, place) => {
      const inner = new Map<ts.Symbol, Binding>(scope);
      if (item) inner.set(item, { value });
      if (index) inner.set(index, { value: place });
      return this.values(result, inner);
    });
    return combinations(results);
  }
}

export const placeOf = (node: ts.Node): { file: string; line: number } => {
  const source = node.getSourceFile();
  return {
    file: pathOf(source),
    line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
  };
};
