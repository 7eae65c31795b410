import { z } from 'zod';
import type { Route } from './types';

type Json = Record<string, unknown>;

const PROBLEM: Json = {
  type: 'object',
  description: 'RFC 9457 problem',
  required: ['type', 'title', 'status', 'detail', 'code', 'params', 'errors'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'In the language of the request (fr, en)' },
    instance: { type: 'string' },
    code: { type: 'string', description: 'Id of the message in the catalogue' },
    params: { type: 'object', additionalProperties: true },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'code'],
        properties: {
          pointer: { type: 'string', description: 'JSON pointer into the request body' },
          code: { type: 'string' },
          detail: { type: 'string' },
          params: { type: 'object', additionalProperties: true },
        },
      },
    },
    traceId: { type: ['string', 'null'] },
  },
};

const names = new WeakMap<z.ZodType, string>();
/** Names a schema: the document then contains it once, as a component, and every use references it. */
export function named<S extends z.ZodType>(name: string, schema: S): S {
  names.set(schema, name);
  return schema;
}

const reference = (name: string) => `#/components/schemas/${name}`;
/** The same schema with its references replaced. */
function redirected(value: unknown, moved: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => redirected(item, moved));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? (moved.get(inner) ?? inner) : redirected(inner, moved),
    ]),
  );
}

/** Schemas of one document: named and recursive ones become components. */
class Schemas {
  readonly components: Record<string, Json> = { Problem: PROBLEM };
  private readonly recursive = new Map<string, string>();

  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const name = names.get(schema);
    if (!name) return this.flat(this.inline(schema, io));
    this.addComponent(name, schema, io);
    return { $ref: reference(name) };
  }
  private addComponent(name: string, schema: z.ZodType, io: 'input' | 'output'): void {
    if (this.components[name]) return;
    // Registered before it is generated, because it may be recursive.
    this.components[name] = {};
    this.components[name] = this.flat(this.inline(schema, io), name);
  }
  /** The schema itself; named schemas inside it become references. */
  private inline(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      reused: 'inline',
      override: ({ zodSchema, jsonSchema }) => {
        // The limits of safe integers mean "any integer": omitted.
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        const inner = zodSchema as unknown as z.ZodType;
        const name = inner === schema ? undefined : names.get(inner);
        if (!name) return;
        this.addComponent(name, inner, io);
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
        jsonSchema.$ref = reference(name);
      },
    });
    return rest;
  }
  /** Moves a schema's own `$defs` to the components: references start at the root of the document. */
  private flat({ $defs = {}, ...schema }: Json, own?: string): Json {
    const moved = new Map<string, string>(own ? [['#', reference(own)]] : []);
    const definitions = Object.entries($defs as Record<string, Json>);
    for (const [local, definition] of definitions) {
      const text = JSON.stringify(definition);
      const name = this.recursive.get(text) ?? `Recursive${this.recursive.size + 1}`;
      this.recursive.set(text, name);
      moved.set(`#/$defs/${local}`, reference(name));
    }
    for (const [local, definition] of definitions) {
      const name = moved.get(`#/$defs/${local}`)!.slice(reference('').length);
      this.components[name] ??= redirected(definition, moved) as Json;
    }
    return redirected(schema, moved) as Json;
  }
  /** Converts the zod schemas inside a part of a document. */
  plain(value: unknown): unknown {
    if (value instanceof z.ZodType) return this.of(value, 'input');
    if (Array.isArray(value)) return value.map((item) => this.plain(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.plain(inner)]));
  }
}

/** A heading of the document with its description. */
export interface OpenApiTag {
  name: string;
  description: string;
}

/** The OpenAPI 3.1 document of a service, with full paths. */
export function openApi(title: string, routes: readonly Route[], tags: readonly OpenApiTag[] = []): Json {
  const paths: Record<string, Json> = {};
  const schemas = new Schemas();
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operation(route, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    tags,
    paths,
    components: {
      schemas: schemas.components,
      responses: {
        Refused: {
          description: 'Refused',
          content: { 'application/problem+json': { schema: { $ref: reference('Problem') } } },
        },
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

/** What a declaration gives, or what its function makes. */
const made = <T>(value: T | (() => T)): T => (typeof value === 'function' ? (value as () => T)() : value);

function operation({ method, path, spec }: Route, schemas: Schemas): Json {
  const { parameters = [], ...additions } = made(spec.openapi ?? {}) as { parameters?: Json[] };
  const response = made(spec.response);
  const status = String(spec.status ?? 200);
  const isPublic = spec.access === 'public';
  const right = typeof spec.access === 'object' ? spec.access.right : undefined;
  return {
    operationId: operationId(method, path),
    summary: spec.summary,
    ...(spec.tag && { tags: [spec.tag] }),
    ...(right && { 'x-right': right }),
    security: isPublic ? [] : [{ bearer: [] }],
    parameters: [
      ...pathParameters(path),
      ...queryParameters(spec.query, schemas),
      ...headerParameters(spec),
      ...(schemas.plain(parameters) as Json[]),
    ],
    ...(spec.body && { requestBody: { required: true, content: json(schemas.of(spec.body, 'input')) } }),
    responses: {
      [status]: {
        description: 'Done',
        ...(response && status !== '204' && { content: json(schemas.of(response, 'output')) }),
      },
      default: { $ref: '#/components/responses/Refused' },
    },
    ...(schemas.plain(additions) as Json),
  };
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });

/** `post /b/api/crm/tiers/:id/merge` becomes `postBApiCrmTiersIdMerge`. */
const operationId = (method: string, path: string): string =>
  method + path.replace(/[^a-zA-Z0-9]+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '');

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function queryParameters(query: z.ZodType | undefined, schemas: Schemas): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = schemas.of(query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

const headerParameters = ({ idempotent }: Route['spec']): Json[] =>
  idempotent
    ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }]
    : [];
