import { type ApiSummary, type OperationSummary, SEGMENT, type Shape } from './summary';

/** Who writes the values: clients send requests, the server sends responses. */
type Direction = 'request' | 'response';

/** A schema as a tree: its types, and its parts by their segment of a path. */
interface SchemaNode {
  isOptional: boolean;
  types: readonly string[];
  readonly parts: Map<string, SchemaNode>;
}

const SEGMENTS = new RegExp(SEGMENT, 'g');
const TYPES = /"(?:[^"\\]|\\.)*"|[^|\s]+/g;
const OPTIONAL = 'optional ';

function treeOf(shape: Shape): SchemaNode {
  const root: SchemaNode = { isOptional: false, types: [], parts: new Map() };
  for (const [path, type] of Object.entries(shape)) {
    let node = root;
    for (const [segment] of path.matchAll(SEGMENTS)) {
      const part = node.parts.get(segment) ?? { isOptional: false, types: [], parts: new Map() };
      node.parts.set(segment, part);
      node = part;
    }
    node.isOptional = type.startsWith(OPTIONAL);
    node.types = type.slice(node.isOptional ? OPTIONAL.length : 0).match(TYPES) ?? [];
  }
  return root;
}

const isProperty = (segment: string) => segment.startsWith('.');
const isLiteral = (type: string) => /^(?:"|-?\d|true$|false$)/.test(type);

/** Types that include a type: any string includes "A" and every format of string. */
function including(type: string): readonly string[] {
  if (type.startsWith('"') || type.startsWith('string(')) return ['string'];
  if (/^-?\d+$/.test(type)) return ['integer', 'number'];
  if (/^-?\d/.test(type) || type === 'integer') return ['number'];
  return type === 'true' || type === 'false' ? ['boolean'] : [];
}
const isCovered = (type: string, by: readonly string[]): boolean =>
  [type, ...including(type), 'any'].some((candidate) => by.includes(candidate));

/** Compares two summaries of one API; collects what breaks clients of the earlier one. */
class Comparison {
  /** A schema is compared where it is used: the same sentence may come up twice. */
  readonly breaks = new Set<string>();
  private readonly visited = new Set<string>();
  private readonly trees = new Map<Shape, SchemaNode>();

  constructor(
    private readonly earlier: ApiSummary,
    private readonly later: ApiSummary,
  ) {}

  operation(name: string, before: OperationSummary, after: OperationSummary): void {
    if (before.access === 'public' && after.access === 'bearer') this.breaks.add(`${name} now needs a token`);
    this.parameters(name, before, after);
    this.body(name, before.body, after.body);
    for (const [status, shape] of Object.entries(before.responses)) {
      const current = after.responses[status];
      if (!current) this.breaks.add(`${name}: response ${status} is removed`);
      else if (shape[''] !== 'none') this.shape(`${name}: response ${status}`, shape, current, 'response');
    }
  }

  private parameters(name: string, before: OperationSummary, after: OperationSummary): void {
    for (const [parameter, shape] of Object.entries(before.parameters)) {
      const current = after.parameters[parameter];
      if (current) this.shape(`${name}: ${parameter}`, shape, current, 'request');
      else if (!parameter.startsWith('path ')) this.breaks.add(`${name}: ${parameter} is removed`);
    }
    for (const [parameter, shape] of Object.entries(after.parameters))
      if (!before.parameters[parameter] && !this.tree(shape).isOptional)
        this.breaks.add(`${name}: ${parameter} is required`);
  }

  private body(name: string, before: Shape | undefined, after: Shape | undefined): void {
    if (before && after) this.shape(`${name}: body`, before, after, 'request');
    else if (before) this.breaks.add(`${name}: body is removed`);
    else if (after && !this.tree(after).isOptional) this.breaks.add(`${name}: body is required`);
  }

  private shape(label: string, before: Shape, after: Shape, direction: Direction): void {
    this.nodes(label, this.tree(before), this.tree(after), direction);
  }

  private nodes(label: string, before: SchemaNode, after: SchemaNode, direction: Direction): void {
    if (direction === 'request' && before.isOptional && !after.isOptional)
      this.breaks.add(`${label} is required`);
    if (direction === 'response' && !before.isOptional && after.isOptional)
      this.breaks.add(`${label} may be missing`);

    const from = this.resolved(before, this.earlier);
    const to = this.resolved(after, this.later);
    this.types(label, from.node.types, to.node.types, direction);
    if (from.name === undefined || to.name === undefined)
      return this.parts(label, from.node, to.node, direction);
    // Once: a schema may contain itself, and most are used by several operations.
    const pair = `${direction} ${from.name} ${to.name}`;
    if (this.visited.has(pair)) return;
    this.visited.add(pair);
    const place = from.name === to.name ? `${from.name} (${direction})` : label;
    this.parts(place, from.node, to.node, direction);
  }

  private types(
    label: string,
    before: readonly string[],
    after: readonly string[],
    direction: Direction,
  ): void {
    if (direction === 'request') {
      for (const type of before)
        if (!isCovered(type, after)) this.breaks.add(`${label} no longer accepts ${type}`);
      return;
    }
    // An enum may get further values: clients show a value that they do not know as it is.
    const isEnum = before.some(isLiteral);
    for (const type of after)
      if (!isCovered(type, before) && !(isEnum && isLiteral(type)))
        this.breaks.add(`${label} may now be ${type}`);
  }

  private parts(label: string, before: SchemaNode, after: SchemaNode, direction: Direction): void {
    const isReplaced = direction === 'request' ? after.types.includes('any') : before.types.includes('any');
    for (const [segment, part] of before.parts) {
      const current = after.parts.get(segment);
      if (current) this.nodes(label + segment, part, current, direction);
      else if (!isReplaced) this.breaks.add(`${label}${segment} is removed`);
    }
    if (direction === 'response' || !before.types.includes('object')) return;
    for (const [segment, part] of after.parts)
      if (isProperty(segment) && !part.isOptional && !before.parts.has(segment))
        this.breaks.add(`${label}${segment} is required`);
  }

  /** The node with the types and parts of the schema that it refers to, and the name of that schema. */
  private resolved(node: SchemaNode, summary: ApiSummary): { node: SchemaNode; name?: string } {
    const name = node.types.find((type) => type.startsWith('#'))?.slice(1);
    if (name === undefined) return { node };
    const schema = summary.schemas[name];
    if (!schema) throw new Error(`the summary has no schema ${name}`);
    const target = this.resolved(this.tree(schema), summary).node;
    const types = [...node.types.filter((type) => type !== `#${name}`), ...target.types];
    const parts = new Map([...target.parts, ...node.parts]);
    return { node: { isOptional: node.isOptional, types, parts }, name };
  }

  private tree(shape: Shape): SchemaNode {
    const stored = this.trees.get(shape) ?? treeOf(shape);
    this.trees.set(shape, stored);
    return stored;
  }
}

/** `GET /b/api/crm/tiers/{}`: the name of a path parameter is not part of the API. */
const keyOf = (operation: string) => operation.replace(/\{\w+\}/g, '{}');

/** What breaks clients of the earlier version of an API, one sentence each; empty if only additions were made. */
export function breakingChanges(earlier: ApiSummary, later: ApiSummary): string[] {
  const comparison = new Comparison(earlier, later);
  const current = new Map(Object.entries(later.operations).map(([name, value]) => [keyOf(name), value]));
  for (const [name, operation] of Object.entries(earlier.operations)) {
    const match = current.get(keyOf(name));
    if (match) comparison.operation(name, operation, match);
    else comparison.breaks.add(`${name} is removed`);
  }
  return [...comparison.breaks];
}
