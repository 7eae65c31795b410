import { BLOCKS, FORMATS, formatOptions, isBlockName, PLACE, placeOf, type BlockName } from './helpers';
import { isList, isScalar, type Keyword, type KeywordTree, type Scalar } from './keywords';
import type { Condition, Operand, Reference, TemplateNode } from './node';
import { resolvePath, type Scope } from './resolve-path';
import { nearest } from './suggest';
import type { Position, TemplateErrorCode, TemplateErrors } from './template-error';

type Params = Record<string, string | number>;
type Block = hbs.AST.BlockStatement;

const positionOf = ({ loc }: hbs.AST.Node): Position => ({
  line: loc.start.line,
  column: loc.start.column + 1,
});

/** Builds the checked form of a template; what does not resolve is an error and left out. */
export class NodeBuilder {
  constructor(private readonly errors: TemplateErrors) {}

  build(program: hbs.AST.Program, keywords: KeywordTree): TemplateNode[] {
    return this.nodes(program, { keywords, isLoop: false, outer: null });
  }

  private nodes(program: hbs.AST.Program | undefined, scope: Scope): TemplateNode[] {
    if (program && program.blockParams?.length > 0)
      this.refuse(program, 'template.forbidden-construct', { what: 'as |…|' });
    return (program?.body ?? []).flatMap((statement) => this.statement(statement, scope));
  }

  private statement(statement: hbs.AST.Statement, scope: Scope): TemplateNode[] {
    switch (statement.type) {
      case 'ContentStatement': {
        const { value, original } = statement as hbs.AST.ContentStatement & { original: unknown };
        return [{ node: 'text', text: value, source: String(original), ...positionOf(statement) }];
      }
      case 'CommentStatement':
        return [];
      case 'MustacheStatement':
        return this.value(statement as hbs.AST.MustacheStatement, scope);
      case 'BlockStatement':
        return this.block(statement as Block, scope);
      default:
        return this.refuse(statement, 'template.forbidden-construct', {
          what: CONSTRUCTS[statement.type] ?? '{{…}}',
        });
    }
  }

  private value(statement: hbs.AST.MustacheStatement, scope: Scope): TemplateNode[] {
    const { path, params, hash, escaped } = statement;
    if (path.type !== 'PathExpression')
      return this.refuse(statement, 'template.unknown-keyword', { name: '…' });
    const helper = (path as hbs.AST.PathExpression).original;
    const isCall = params.length > 0 || hash !== undefined;
    if (isCall && helper === PLACE) return this.place(statement, scope);
    const format = isCall ? this.helper(statement, helper) : null;
    if (isCall && !format) return [];
    const operand = isCall ? params[0]! : path;
    const resolved = this.resolve(operand, scope);
    if (!resolved) return [];
    const { keyword, reference } = resolved;
    if (!isScalar(keyword)) return this.refuse(operand, 'template.not-a-value', { name: nameOf(operand) });
    if (format && !FORMATS[helper]!.accepts.includes(keyword.type))
      return this.refuse(statement, 'template.helper-arguments', { helper });
    const isRich = keyword.type === 'richText';
    if (!escaped && !isRich) return this.refuse(statement, 'template.raw-value', { name: nameOf(operand) });
    if (escaped && isRich)
      return this.refuse(statement, 'template.rich-text-braces', { name: nameOf(operand) });
    const type = format ? (helper as Scalar['type']) : keyword.type;
    return [
      { node: 'value', reference, raw: !escaped, format: { ...format, type }, ...positionOf(statement) },
    ];
  }

  private place(statement: hbs.AST.MustacheStatement, scope: Scope): TemplateNode[] {
    const { params, hash, escaped } = statement;
    const [operand] = params;
    if (params.length !== 1 || !operand || !escaped)
      return this.refuse(statement, 'template.helper-arguments', { helper: PLACE });
    const resolved = this.resolve(operand, scope);
    if (!resolved) return [];
    const { keyword, reference } = resolved;
    if (!isScalar(keyword)) return this.refuse(operand, 'template.not-a-value', { name: nameOf(operand) });
    const place = placeOf(keyword.type, hash);
    if (!place) return this.refuse(statement, 'template.helper-arguments', { helper: PLACE });
    const format = { type: keyword.type };
    return [{ node: 'value', reference, raw: false, format, place, ...positionOf(statement) }];
  }

  /** The options of a formatting helper; null, with an error, when there is no such helper or it is used wrongly. */
  private helper(statement: hbs.AST.MustacheStatement, name: string): ReturnType<typeof formatOptions> {
    if (!Object.hasOwn(FORMATS, name)) {
      this.unknownHelper(statement, name, [...Object.keys(FORMATS), PLACE, ...BLOCKS]);
      return null;
    }
    const options = statement.params.length === 1 ? formatOptions(name, statement.hash) : null;
    if (!options) this.refuse(statement, 'template.helper-arguments', { helper: name });
    return options;
  }

  private unknownHelper(node: hbs.AST.Node, name: string, helpers: readonly string[]): [] {
    const suggestion = nearest(name, helpers) ?? helpers.join(', ');
    return this.refuse(node, 'template.unknown-helper', { name: name.slice(0, 60), suggestion });
  }

  private block(block: Block, scope: Scope): TemplateNode[] {
    const name = block.path.original;
    if (!isBlockName(name)) return this.unknownHelper(block, name, BLOCKS);
    const operands = name === 'ifEqual' || name === 'ifGreater' ? 2 : 1;
    if (block.params.length !== operands || block.hash !== undefined)
      return this.refuse(block, 'template.helper-arguments', { helper: name });
    if (name === 'each' || name === 'with') return this.inside(block, name, scope);
    return this.condition(block, name, scope);
  }

  private inside(block: Block, name: 'each' | 'with', scope: Scope): TemplateNode[] {
    const [operand] = block.params;
    const otherwise = this.nodes(block.inverse, scope);
    const resolved = this.resolve(operand!, scope);
    if (!resolved) return [];
    const { keyword, reference } = resolved;
    const position = positionOf(block);
    if (name === 'each') {
      if (!isList(keyword)) return this.refuse(operand!, 'template.not-a-list', { name: nameOf(operand!) });
      const body = this.nodes(block.program, { keywords: keyword.items, isLoop: true, outer: scope });
      return [{ node: 'each', list: reference, body, otherwise, ...position }];
    }
    if (isList(keyword) || isScalar(keyword))
      return this.refuse(operand!, 'template.helper-arguments', { helper: name });
    const body = this.nodes(block.program, { keywords: keyword, isLoop: false, outer: scope });
    return [{ node: 'with', object: reference, body, otherwise, ...position }];
  }

  private condition(block: Block, name: BlockName, scope: Scope): TemplateNode[] {
    const whenTrue = this.nodes(block.program, scope);
    const whenFalse = this.nodes(block.inverse, scope);
    const condition = this.test(block, name, scope);
    if (!condition) return [];
    const [then, otherwise] = name === 'unless' ? [whenFalse, whenTrue] : [whenTrue, whenFalse];
    return [{ node: 'condition', condition, then, otherwise, ...positionOf(block) }];
  }

  private test(block: Block, name: BlockName, scope: Scope): Condition | null {
    const [left, right] = block.params;
    const resolved = this.resolve(left!, scope);
    if (!resolved) return null;
    const { reference: operand, keyword } = resolved;
    if (name === 'if' || name === 'unless') return { test: 'truthy', operand };
    const other = this.operand(right!, scope);
    if (!other) return null;
    if (!isScalar(keyword)) {
      this.refuse(left!, 'template.not-a-value', { name: nameOf(left!) });
      return null;
    }
    return { test: name === 'ifEqual' ? 'equal' : 'greater', operand, other };
  }

  private operand(expression: hbs.AST.Expression, scope: Scope): Operand | null {
    if (LITERALS.has(expression.type))
      return { literal: (expression as unknown as { value: string | number | boolean }).value };
    const resolved = this.resolve(expression, scope);
    if (!resolved) return null;
    if (isScalar(resolved.keyword)) return { reference: resolved.reference };
    this.refuse(expression, 'template.not-a-value', { name: nameOf(expression) });
    return null;
  }

  private resolve(
    expression: hbs.AST.Expression,
    scope: Scope,
  ): { reference: Reference; keyword: Keyword } | null {
    if (expression.type !== 'PathExpression') {
      this.refuse(expression, 'template.forbidden-construct', {
        what: CONSTRUCTS[expression.type] ?? expression.type,
      });
      return null;
    }
    const found = resolvePath(expression as hbs.AST.PathExpression, scope);
    if ('keyword' in found) return found;
    const name = nameOf(expression);
    if (found.suggestion === null) this.refuse(expression, 'template.unknown-keyword', { name });
    else
      this.refuse(expression, 'template.unknown-keyword-suggestion', { name, suggestion: found.suggestion });
    return null;
  }

  private refuse(node: hbs.AST.Node, code: TemplateErrorCode, params: Params): [] {
    // A program has no position when it is empty.
    this.errors.add(code, node.loc ? positionOf(node) : { line: 1, column: 1 }, params);
    return [];
  }
}

const LITERALS = new Set(['StringLiteral', 'NumberLiteral', 'BooleanLiteral']);
const CONSTRUCTS: Readonly<Record<string, string>> = {
  PartialStatement: '{{> …}}',
  PartialBlockStatement: '{{#> …}}',
  Decorator: '{{* …}}',
  DecoratorBlock: '{{#* …}}',
  SubExpression: '(…)',
  StringLiteral: '"…"',
  NumberLiteral: '0',
  UndefinedLiteral: 'undefined',
  NullLiteral: 'null',
};
const nameOf = (node: hbs.AST.Node): string =>
  String((node as hbs.AST.PathExpression).original ?? '…').slice(0, 80);
