import type { TemplateFormat } from './keywords';
import { MarkupScanner } from './markup-scanner';
import type { TemplateNode, TextNode, ValueNode } from './node';
import { positionAt } from './source-position';
import type { Position, TemplateErrors } from './template-error';

/**
 * Checks the markup around the values of a template, in every branch. Returns the values that stand between elements,
 * and not in attributes; and addresses in links, which what compiles a mail hands on as they are.
 */
export function checkMarkup(
  nodes: readonly TemplateNode[],
  format: TemplateFormat,
  errors: TemplateErrors,
): ReadonlySet<ValueNode> {
  const scanner = new MarkupScanner(format);
  const apart = new Set<ValueNode>();
  const visit = (node: TemplateNode): void => {
    if (node.node === 'text') scanText(scanner, node, errors);
    else if (node.node === 'value') {
      const fits = node.place ? scanner.place() : scanner.insertion(node.format.type, node.raw);
      if (!fits) errors.add('template.value-position', node, { detail: node.format.type });
      if (scanner.isBetweenElements || (scanner.isInLink && node.format.type === 'url')) apart.add(node);
    } else {
      const first = node.node === 'condition' ? node.then : node.body;
      const isBalanced = scanner.branches([() => first.forEach(visit), () => node.otherwise.forEach(visit)]);
      if (!isBalanced) errors.add('template.unbalanced-branches', node);
    }
  };
  nodes.forEach(visit);
  const last = nodes.at(-1);
  if (!scanner.isBetweenElements && last) errors.add('template.markup', last, { detail: '…' });
  return apart;
}

function scanText(
  scanner: MarkupScanner,
  { text, source, line, column }: TextNode,
  errors: TemplateErrors,
): void {
  // Whitespace control removes spaces around a text.
  const removed = Math.max(0, source.indexOf(text));
  const start: Position = positionAt(source, removed, { line, column });
  scanner.text(text, (code, offset, detail) => {
    if (!errors.isFull) errors.add(code, positionAt(text, offset, start), { detail });
  });
}
