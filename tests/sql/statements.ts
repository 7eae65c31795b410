import ts from 'typescript';
import { CallSites } from './call-sites';
import {
  bare,
  ConstantEvaluator,
  DependsOnCaller,
  DynamicPart,
  NO_SCOPE,
  onOneLine,
  placeOf,
  type Scope,
} from './constant-text';
import { rowOfCall, type RowProperty } from './row-type';
import { type Sources } from './sources';

interface Place {
  readonly file: string;
  readonly line: number;
}
/** What reads the columns: the type parsers of the kit's pools, or the driver's own where code opens a client itself. */
export type Parsers = 'pool' | 'driver';
/** A statement whose text is known without running the program. */
export interface ConstantStatement extends Place {
  readonly text: string;
  readonly row: readonly RowProperty[];
  /** Undefined if the list of values is made at run time. */
  readonly valueCount: number | undefined;
  readonly parsers: Parsers;
}
/** A statement that the program composes, with the expression that decides. */
export interface ComposedStatement extends Place {
  readonly dynamic: string;
}
export interface Statements {
  readonly constant: readonly ConstantStatement[];
  readonly composed: readonly ComposedStatement[];
}

/** A place in the code that hands a text to the database. */
interface Sink {
  readonly node: ts.Node;
  readonly text: ts.Expression;
  readonly values: ts.Expression | undefined;
  readonly row: readonly RowProperty[];
  readonly parsers: Parsers;
}

const DATABASE = /\/packages\/service-kit\/src\/database\/|\/node_modules\/@types\/pg\//;
const SQL = /^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|LOCK)\s/;
const DEEPEST_CALL = 4;
/** Calls of the database that take statements. */
const CALLS: ReadonlySet<string> = new Set(['query', 'named', 'batch', 'askPlatform']);
/** Results of a batch and of deferred statements have no declared row type. */
const UNTYPED = { row: [], parsers: 'pool' } as const;

/** The driver layer: it passes the texts of others on. */
const FORWARDING = /\/packages\/service-kit\/src\/database\/(?:pool|batch|request-pool)\.ts$/;

function isSql(node: ts.Node): boolean {
  if (ts.isTemplateExpression(node)) return SQL.test(node.head.text);
  return ts.isStringLiteralLike(node) && SQL.test(node.text);
}

const isOfDatabase = (declaration: ts.Node | undefined): boolean =>
  declaration !== undefined && DATABASE.test(declaration.getSourceFile().fileName);

class StatementFinder {
  private readonly evaluator: ConstantEvaluator;
  private readonly callSites: CallSites;
  private readonly constant: ConstantStatement[] = [];
  private readonly composed: ComposedStatement[] = [];
  private readonly handled = new Set<ts.Node>();

  constructor(private readonly sources: Sources) {
    this.evaluator = new ConstantEvaluator(sources.checker);
    this.callSites = new CallSites(sources);
  }

  find(): Statements {
    for (const sink of this.sinks()) this.expand(sink, NO_SCOPE, DEEPEST_CALL);
    this.sources.files.forEach((file) => this.findUnfollowed(file));
    return { constant: this.constant, composed: this.composed };
  }

  private *sinks(): Generator<Sink> {
    const nodes: ts.Node[] = [];
    const visit = (node: ts.Node): void => {
      nodes.push(node);
      ts.forEachChild(node, visit);
    };
    this.sources.files.filter((file) => !FORWARDING.test(file.fileName)).forEach(visit);
    for (const node of nodes) if (ts.isCallExpression(node)) yield* this.sinksOfCall(node);
    for (const node of nodes)
      if (ts.isObjectLiteralExpression(node) && this.isStatement(node))
        yield* this.sinksOfObject(node, UNTYPED);
  }

  private *sinksOfCall(node: ts.CallExpression): Generator<Sink> {
    const callee = bare(node.expression);
    if (!ts.isPropertyAccessExpression(callee)) return;
    const { checker } = this.sources;
    const name = callee.name.text;
    if (!CALLS.has(name)) return;
    if (!isOfDatabase(checker.getResolvedSignature(node)?.declaration)) return;
    if (name === 'batch') {
      for (const argument of node.arguments) yield* this.sinksOfBatch(argument);
      return;
    }
    // The name of a statement, or the reason for which the platform is asked.
    const [text, values] = node.arguments.slice(name === 'query' ? 0 : 1);
    if (!text) return;
    const result = { row: rowOfCall(checker, node), parsers: this.parsersOf(callee.expression) };
    const { expression } = this.evaluator.source(text, NO_SCOPE);
    if (ts.isObjectLiteralExpression(expression)) yield* this.sinksOfObject(expression, result);
    else yield { node, text, values, ...result };
  }

  /** Statements of a batch that are constants of their own, without a type that tells what they are. */
  private *sinksOfBatch(argument: ts.Expression): Generator<Sink> {
    const { expression } = this.evaluator.source(argument, NO_SCOPE);
    if (!ts.isArrayLiteralExpression(expression)) return;
    for (const element of expression.elements) {
      const { expression: statement } = this.evaluator.source(element, NO_SCOPE);
      if (ts.isObjectLiteralExpression(statement)) yield* this.sinksOfObject(statement, UNTYPED);
    }
  }

  private *sinksOfObject(
    node: ts.ObjectLiteralExpression,
    result: Pick<Sink, 'row' | 'parsers'>,
  ): Generator<Sink> {
    const text = this.evaluator.property(node, 'text');
    if (!text || this.handled.has(node)) return;
    this.handled.add(node);
    yield { node, text, values: this.evaluator.property(node, 'values'), ...result };
  }

  private parsersOf(receiver: ts.Expression): Parsers {
    const type = this.sources.checker.getTypeAtLocation(receiver).getNonNullableType();
    return type.getSymbol()?.getName() === 'Client' ? 'driver' : 'pool';
  }

  private isStatement(node: ts.ObjectLiteralExpression): boolean {
    const text = this.evaluator.property(node, 'text');
    if (!text) return false;
    if (isSql(this.evaluator.source(text, NO_SCOPE).expression)) return true;
    const expected = this.sources.checker.getContextualType(node)?.getProperty('text');
    return expected?.declarations?.some(isOfDatabase) ?? false;
  }

  private expand(sink: Sink, scope: Scope, depth: number): void {
    try {
      const valueCount = this.countOf(sink.values, scope);
      for (const text of this.evaluator.texts(sink.text, scope))
        this.constant.push({
          ...placeOf(sink.node),
          text,
          row: sink.row,
          parsers: sink.parsers,
          valueCount,
        });
    } catch (error) {
      if (!(error instanceof DynamicPart)) throw error;
      const calls = error instanceof DependsOnCaller && depth > 0 ? this.callSites.of(error.declaration) : [];
      if (error instanceof DependsOnCaller && calls.length)
        for (const call of calls)
          this.expand(
            { ...sink, node: call },
            this.evaluator.argumentsOf(error.declaration, call, scope),
            depth - 1,
          );
      else this.composed.push({ ...placeOf(sink.node), dynamic: error.message });
    }
  }

  private countOf(values: ts.Expression | undefined, scope: Scope): number | undefined {
    if (!values) return 0;
    const { expression } = this.evaluator.source(values, scope);
    return ts.isArrayLiteralExpression(expression) && !expression.elements.some(ts.isSpreadElement)
      ? expression.elements.length
      : undefined;
  }

  /** SQL that no call of the database was seen to use: functions of other modules put it together. */
  private findUnfollowed(node: ts.Node): void {
    if (isSql(node) && !this.evaluator.visited.has(node))
      this.composed.push({ ...placeOf(node), dynamic: onOneLine(node).slice(0, 60) });
    ts.forEachChild(node, (child) => this.findUnfollowed(child));
  }
}

export const findStatements = (sources: Sources): Statements => new StatementFinder(sources).find();
