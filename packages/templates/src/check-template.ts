import { NodeBuilder } from './build-nodes';
import { checkMarkup } from './check-markup';
import type { TemplateKind } from './keywords';
import { TEMPLATE_LIMITS } from './limits';
import type { TemplateNode, ValueNode } from './node';
import { blocksOf, parseSource } from './parse-source';
import { positionAt } from './source-position';
import { type TemplateError, TemplateErrors } from './template-error';

/** A template without errors. Only `compileTemplate` and `compileSubject` make one. */
export interface Template {
  readonly kind: TemplateKind;
  readonly nodes: readonly TemplateNode[];
  /** The values that stand between elements, and addresses in links: what is made of the template does not depend on them. */
  readonly apart: ReadonlySet<ValueNode>;
  /** HTML or MJML, whose values are escaped; or a line of plain text, such as a subject. */
  readonly target: 'markup' | 'line';
}
export type Compiled = { readonly template: Template } | { readonly errors: readonly TemplateError[] };

/** Checks the source of a template and prepares it for rendering. */
export const compileTemplate = (kind: TemplateKind, source: string): Compiled =>
  compile(kind, source, 'markup');
/** The same for the subject of a mail. */
export const compileSubject = (kind: TemplateKind, source: string): Compiled => compile(kind, source, 'line');

/** The errors of a source, by line and column; none when it may be saved. */
export function checkTemplate(kind: TemplateKind, source: string): readonly TemplateError[] {
  const compiled = compileTemplate(kind, source);
  return 'errors' in compiled ? compiled.errors : [];
}

function compile(kind: TemplateKind, source: string, target: Template['target']): Compiled {
  const errors = new TemplateErrors();
  const nodes = parsed(kind, source, errors);
  const isMarkup = errors.list.length === 0 && target === 'markup';
  const apart = isMarkup ? checkMarkup(nodes, kind.kind, errors) : new Set<ValueNode>();
  if (errors.list.length > 0) return { errors: errors.list };
  return { template: { kind, nodes, apart, target } };
}

function parsed(kind: TemplateKind, source: string, errors: TemplateErrors): readonly TemplateNode[] {
  const start = { line: 1, column: 1 };
  if (source.length > TEMPLATE_LIMITS.source) {
    errors.add('template.too-large', start, { max: TEMPLATE_LIMITS.source });
    return [];
  }
  if (source.trim() === '') {
    errors.add('template.empty', start);
    return [];
  }
  // Counted before parsing: the parser recurses into blocks, and takes its time for many tags.
  const { surplusTag, tooDeep } = blocksOf(source);
  if (surplusTag !== null) {
    errors.add('template.too-many-tags', positionAt(source, surplusTag), { max: TEMPLATE_LIMITS.tags });
    return [];
  }
  if (tooDeep !== null) {
    errors.add('template.too-deep', positionAt(source, tooDeep), { max: TEMPLATE_LIMITS.depth });
    return [];
  }
  const program = parseSource(source);
  if ('code' in program) {
    errors.add(program.code, program, program.params);
    return [];
  }
  return new NodeBuilder(errors).build(program, kind.keywords);
}
