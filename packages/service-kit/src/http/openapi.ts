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

/** The OpenAPI 3.1 document of a service, with full paths. */
export function openApi(title: string, routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: {
      schemas: { Problem: PROBLEM },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operation({ method, path, spec }: Route): Json {
  const status = String(spec.status ?? 200);
  const isPublic = spec.access === 'public';
  const right = typeof spec.access === 'object' ? spec.access.right : undefined;
  return {
    operationId: operationId(method, path),
    summary: spec.summary,
    ...(spec.tag && { tags: [spec.tag] }),
    ...(right && { 'x-right': right }),
    security: isPublic ? [] : [{ bearer: [] }],
    parameters: [...pathParameters(path), ...queryParameters(spec.query), ...headerParameters(spec)],
    ...(spec.body && { requestBody: { required: true, content: json(schemaOf(spec.body, 'input')) } }),
    responses: {
      [status]: {
        description: 'Done',
        ...(spec.response && status !== '204' && { content: json(schemaOf(spec.response, 'output')) }),
      },
      default: {
        description: 'Refused',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
    ...spec.openapi,
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

function queryParameters(query: z.ZodType | undefined): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
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

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  });
  return rest as Json;
}
