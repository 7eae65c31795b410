import { type Compiled, compileTemplate } from './check-template';
import type { ScalarType, TemplateKind } from './keywords';
import type { TemplateNode } from './node';
import { compileMjml } from './render-mail';
import type { TemplateError } from './template-error';

/** Stands for a value in the structure of a mail. */
const PLACEHOLDERS: Partial<Record<ScalarType, string>> = {
  url: 'https://localhost/',
  image: 'https://localhost/',
  color: '#000000',
  number: '1',
  qrCode: 'https://localhost/',
};

/** The MJML with every branch once; lines stay where they are in the source. */
const structureOf = (nodes: readonly TemplateNode[]): string =>
  nodes
    .map((node) => {
      if (node.node === 'text') return node.source;
      if (node.node === 'value') return PLACEHOLDERS[node.format.type] ?? 'x';
      const first = node.node === 'condition' ? node.then : node.body;
      return structureOf(first) + structureOf(node.otherwise);
    })
    .join('');

/** As `compileTemplate`, and checks that the elements of the mail are where MJML accepts them. */
export async function compileMailBody(kind: TemplateKind, source: string): Promise<Compiled> {
  const compiled = compileTemplate(kind, source);
  if ('errors' in compiled) return compiled;
  const issues = await structureIssues(structureOf(compiled.template.nodes));
  return issues.length > 0 ? { errors: issues } : compiled;
}

async function structureIssues(structure: string): Promise<TemplateError[]> {
  try {
    const { issues } = await compileMjml(structure);
    return issues.map(({ line, message }) => ({
      code: 'template.mail-markup',
      line,
      column: 1,
      params: { detail: message.slice(0, 200) },
    }));
  } catch (error) {
    // The compiler throws for a document that is no MJML at all.
    const detail = (error as Error).message.split('\n')[0]!.slice(0, 200);
    return [{ code: 'template.mail-markup', line: 1, column: 1, params: { detail } }];
  }
}
