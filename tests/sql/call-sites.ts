import ts from 'typescript';
import { type FunctionNode } from './constant-text';
import { type Sources } from './sources';

/** The calls of a function, by its declaration. */
export class CallSites {
  private readonly calls = new Map<ts.Node, ts.CallExpression[]>();
  private readonly names = new Map<string, ts.CallExpression[]>();

  constructor(private readonly sources: Sources) {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) {
        const name = nameOf(node.expression);
        if (name) this.names.set(name, [...(this.names.get(name) ?? []), node]);
      }
      ts.forEachChild(node, visit);
    };
    sources.files.forEach(visit);
  }

  of(declaration: FunctionNode): readonly ts.CallExpression[] {
    const stored = this.calls.get(declaration);
    if (stored) return stored;
    const candidates = this.names.get(declaredName(declaration) ?? '') ?? [];
    const calls = candidates.filter(
      (call) => this.sources.checker.getResolvedSignature(call)?.declaration === declaration,
    );
    this.calls.set(declaration, calls);
    return calls;
  }
}

function nameOf(callee: ts.Expression): string | undefined {
  if (ts.isIdentifier(callee)) return callee.text;
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
}

function declaredName(declaration: FunctionNode): string | undefined {
  const name =
    declaration.name ?? (ts.isVariableDeclaration(declaration.parent) ? declaration.parent.name : undefined);
  return name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? name.text : undefined;
}
