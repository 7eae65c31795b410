/**
 * The part of an OpenAPI document that its clients depend on: operations, parameters, required properties, types, enums
 * and statuses, one line for each. Descriptions, examples, defaults and limits (lengths, ranges, patterns) are left out.
 */

/** Type by path below the schema: `.name` a property, `[]` items, `[0]` a tuple's, `{}` other properties, `{name}` keys, `<0>` variants. */
export type Shape = Readonly<Record<string, string>>;

export interface OperationSummary {
  /** `public` without a token; undefined when the document does not say. */
  readonly access?: 'public' | 'bearer';
  /** By place and name, such as `query sort`; path parameters by their position, unless they are any string. */
  readonly parameters: Readonly<Record<string, Shape>>;
  readonly body?: Shape;
  /** By status, with the media type if it is not JSON: `200`, `200 text/csv`. */
  readonly responses: Readonly<Record<string, Shape>>;
}

export interface ApiSummary {
  /** By method and path. */
  readonly operations: Readonly<Record<string, OperationSummary>>;
  readonly schemas: Readonly<Record<string, Shape>>;
}

type Json = Readonly<Record<string, unknown>>;

const JSON_TYPE = 'application/json';
const PROBLEM_TYPE = 'application/problem+json';
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
/** Keywords that the summary has no notation for: a document that uses one must not pass as unchanged. */
const UNSUPPORTED = ['allOf', 'not', 'if', 'contains', 'patternProperties', 'dependentSchemas', '$defs'];

/** One segment of a path. */
export const SEGMENT = /\.(?:"(?:[^"\\]|\\.)*"|[\w$-]+)|\[\d*\]|\{\w*\}|<\d+>/;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asObject = (value: unknown): Json => (isObject(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const byKey = <V>(entries: Iterable<readonly [string, V]>): Record<string, V> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
const nameOf = (reference: unknown): string => String(reference).split('/').at(-1)!;

/** `.name`, quoted if the name contains a character of the notation. */
const property = (name: string): string => `.${/^[\w$-]+$/.test(name) ? name : JSON.stringify(name)}`;

/** Types of a schema without those of its properties and items: names, literals and references. */
function ownTypes(schema: Json): string[] {
  if (schema.$ref !== undefined) return [`#${nameOf(schema.$ref)}`];
  if ('const' in schema) return [JSON.stringify(schema.const)];
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value));
  return [schema.type ?? 'any'].flat().map((type) => {
    const format = type === 'string' ? (schema.format ?? schema.contentMediaType) : undefined;
    return typeof format === 'string' ? `string(${format})` : String(type);
  });
}

const variantsOf = (schema: Json): readonly Json[] =>
  [...asList(schema.anyOf), ...asList(schema.oneOf)].map(asObject);
const hasParts = (schema: Json): boolean =>
  ['properties', 'items', 'prefixItems'].some((part) => schema[part] !== undefined) ||
  isObject(schema.additionalProperties) ||
  schema.additionalProperties === true;

/** The alternatives of a schema, those of its alternatives included. */
function alternatives(schema: Json): readonly Json[] {
  const unsupported = UNSUPPORTED.filter((keyword) => keyword in schema);
  if (unsupported.length > 0) throw new Error(`no notation for ${unsupported.join(', ')} of a schema`);
  const variants = variantsOf(schema);
  if (variants.length === 0) return [schema];
  if (hasParts(schema)) throw new Error('no notation for a schema with properties and variants');
  return variants.flatMap(alternatives);
}

/** Adds the lines of a schema at a path. */
function addLines(lines: Map<string, string>, path: string, schema: Json, isOptional: boolean): void {
  const choices = alternatives(schema);
  const types = [...new Set(choices.flatMap(ownTypes))].sort();
  lines.set(path, `${isOptional ? 'optional ' : ''}${types.join(' | ')}`);
  for (const kind of ['object', 'array']) {
    const structured = choices.filter((choice) => hasParts(choice) && [choice.type].flat().includes(kind));
    for (const [index, choice] of structured.entries()) {
      const place = structured.length > 1 ? `${path}<${index}>` : path;
      if (place !== path) lines.set(place, kind);
      addParts(lines, place, choice);
    }
  }
}

function addParts(lines: Map<string, string>, path: string, schema: Json): void {
  const required = new Set(asList(schema.required));
  for (const [name, inner] of Object.entries(asObject(schema.properties)))
    addLines(lines, path + property(name), asObject(inner), !required.has(name));
  if (schema.items !== undefined) addLines(lines, `${path}[]`, asObject(schema.items), false);
  for (const [index, inner] of asList(schema.prefixItems).entries())
    addLines(lines, `${path}[${index}]`, asObject(inner), false);
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false)
    addLines(lines, `${path}{}`, asObject(schema.additionalProperties), true);
  if (schema.propertyNames !== undefined)
    addLines(lines, `${path}{name}`, asObject(schema.propertyNames), true);
}

function shapeOf(schema: unknown, isOptional = false): Shape {
  const lines = new Map<string, string>();
  addLines(lines, '', asObject(schema), isOptional);
  return byKey(lines);
}

/** The schema of each media type; the media type is named if it is not JSON. */
const contentOf = (part: Json): (readonly [string, unknown])[] =>
  Object.entries(asObject(part.content)).map(([type, media]) => [
    type === JSON_TYPE || type === PROBLEM_TYPE ? '' : ` ${type}`,
    asObject(media).schema,
  ]);

function responsesOf(responses: Json, shared: Json): Record<string, Shape> {
  return byKey(
    Object.entries(responses).flatMap(([status, value]): (readonly [string, Shape])[] => {
      const reference = asObject(value).$ref;
      const response = asObject(reference === undefined ? value : shared[nameOf(reference)]);
      const content = contentOf(response);
      if (content.length === 0) return [[status, { '': 'none' }]];
      return content.map(([suffix, schema]) => [`${status}${suffix}`, shapeOf(schema)]);
    }),
  );
}

function parametersOf(path: string, parameters: readonly unknown[]): Record<string, Shape> {
  const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const shapes = parameters.map(asObject).map(({ name, in: place, required, schema }) => {
    const label = place === 'path' ? placeholders.indexOf(String(name)) + 1 : String(name);
    return [`${String(place)} ${label}`, shapeOf(schema, required !== true)] as const;
  });
  return byKey(shapes.filter(([label, shape]) => !label.startsWith('path ') || shape[''] !== 'string'));
}

function bodyOf(requestBody: unknown): Shape | undefined {
  if (requestBody === undefined) return undefined;
  const body = asObject(requestBody);
  const content = contentOf(body);
  const [only] = content;
  if (content.length === 1 && only?.[0] === '') return shapeOf(only[1], body.required !== true);
  // A property per media type, so that a removed media type is a removed property.
  const properties = Object.fromEntries(
    content.map(([suffix, schema]) => [suffix.trim() || JSON_TYPE, schema ?? {}]),
  );
  return shapeOf({ type: 'object', properties }, body.required !== true);
}

/** The summary of an OpenAPI 3.1 document. */
export function summarise(document: Json): ApiSummary {
  const components = asObject(document.components);
  const operations = Object.entries(asObject(document.paths)).flatMap(([path, item]) =>
    Object.entries(asObject(item))
      .filter(([method]) => METHODS.has(method))
      .map(([method, value]) => {
        const operation = asObject(value);
        const body = bodyOf(operation.requestBody);
        const security = Array.isArray(operation.security) ? operation.security : undefined;
        const summary: OperationSummary = {
          ...(security && { access: security.length > 0 ? ('bearer' as const) : ('public' as const) }),
          parameters: parametersOf(path, asList(operation.parameters)),
          ...(body && { body }),
          responses: responsesOf(asObject(operation.responses), asObject(components.responses)),
        };
        return [`${method.toUpperCase()} ${path}`, summary] as const;
      }),
  );
  const schemas = Object.entries(asObject(components.schemas)).map(
    ([name, schema]) => [name, shapeOf(schema)] as const,
  );
  return { operations: byKey(operations), schemas: byKey(schemas) };
}

const labelled = (label: string, shape: Shape): string[] =>
  Object.entries(shape).map(([path, type]) => `  ${label}${path && (label ? ` ${path}` : path)}: ${type}`);
const labelledAll = (shapes: Readonly<Record<string, Shape>>): string[] =>
  Object.entries(shapes).flatMap(([label, shape]) => labelled(label, shape));

/** The summary as text, one line for each fact, sorted. */
export const serialise = ({ operations, schemas }: ApiSummary): string =>
  [
    ...Object.entries(operations).flatMap(([name, { access, parameters, body, responses }]) => [
      `${name}${access ? ` ${access}` : ''}`,
      ...labelledAll(parameters),
      ...(body ? labelled('body', body) : []),
      ...labelledAll(responses),
    ]),
    ...Object.entries(schemas).flatMap(([name, shape]) => [`schema ${name}`, ...labelled('', shape)]),
    '',
  ].join('\n');

const OPERATION = /^([A-Z]+ \/\S*)(?: (public|bearer))?$/;
const SCHEMA = /^schema (\S+)$/;
/** Label, path below it, type: `  query sort: …`, `  200 .items[].id: …`, `  .name: …`. */
const WORD = String.raw`[^\s.[{<:][^\s:]*`;
const LINE = new RegExp(`^ {2}((?:${WORD}(?: ${WORD})*)?) ?((?:${SEGMENT.source})*): (.+)$`);

type Shapes = Record<string, Record<string, string>>;

/** The labelled shapes of a block of lines. */
function shapesOf(lines: readonly string[]): Shapes {
  const shapes: Shapes = {};
  for (const line of lines) {
    const [, label, path, type] = LINE.exec(line) ?? [];
    if (label === undefined || path === undefined || type === undefined)
      throw new Error(`not a line of a summary: ${line}`);
    (shapes[label] ??= {})[path] = type;
  }
  return shapes;
}

function operationOf(access: string | undefined, lines: readonly string[]): OperationSummary {
  const { body, ...shapes } = shapesOf(lines);
  const entries = Object.entries(shapes);
  const isParameter = ([label]: readonly [string, unknown]) => /^(?:path|query|header|cookie) /.test(label);
  return {
    ...(access && { access: access as 'public' | 'bearer' }),
    parameters: Object.fromEntries(entries.filter(isParameter)),
    ...(body && { body }),
    responses: Object.fromEntries(entries.filter((entry) => !isParameter(entry))),
  };
}

/** The summary of a text that `serialise` wrote. */
export function parse(text: string): ApiSummary {
  const operations: Record<string, OperationSummary> = {};
  const schemas: Record<string, Shape> = {};
  for (const block of text.split(/\n(?! {2})/).filter(Boolean)) {
    const [head = '', ...lines] = block.split('\n');
    const [, operation, access] = OPERATION.exec(head) ?? [];
    const [, schema] = SCHEMA.exec(head) ?? [];
    if (operation !== undefined) operations[operation] = operationOf(access, lines);
    else if (schema !== undefined) schemas[schema] = shapesOf(lines)[''] ?? {};
    else throw new Error(`not a heading of a summary: ${head}`);
  }
  return { operations, schemas };
}
