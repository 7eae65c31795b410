import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ResourceDefinition } from '@coulisse/resource';
import Ajv2020 from 'ajv/dist/2020';
import { exchange } from '@coulisse/resource-exchange';
import * as sample from './resources';
import { openApi } from '@coulisse/service-kit/http';
import type { ServiceContext } from '@coulisse/service-kit/service';
import {
  DataKeys,
  FieldCipher,
  InstallationKeys,
  openPipeline,
  resourceRoutes,
} from '@coulisse/resource-server/testing';

type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required?: boolean; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
}

const resources: readonly ResourceDefinition[] = Object.values(sample);
// Routes are only described here: the context is not used.
const cipher = new FieldCipher(new DataKeys(new InstallationKeys(randomBytes(32))));
const pipeline = openPipeline({ db: {} } as unknown as ServiceContext, { resources, cipher });
const routesOfAll = () => resources.flatMap((resource) => resourceRoutes(resource, pipeline, [exchange]));
const document = openApi('Coulisse sample', routesOfAll()) as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** The errors that an OpenAPI validator, run in a child process, reports for the document. */
function issues(): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const entry = require.resolve('@seriousme/openapi-schema-validator/package.json');
  try {
    const out = execFileSync(process.execPath, [join(dirname(entry), 'bin/validate-api-cli.js'), file]);
    return (JSON.parse(out.toString()) as { errors?: unknown }).errors ?? [];
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout ?? error);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('schemas of responses are not made with the routes: they are shared by all, or made when the document is read', () => {
  const madeAtOnce = () =>
    new Set(
      routesOfAll().flatMap(({ spec: { response } }) => (typeof response === 'object' ? [response] : [])),
    );
  const shared = madeAtOnce();
  expect(shared.size).toBeGreaterThan(0);
  expect([...madeAtOnce()].filter((schema) => !shared.has(schema))).toEqual([]);
});

describe('the OpenAPI document of resources', () => {
  test('is a valid document of version 3.1', () => expect(issues()).toEqual([]));
  test('has valid JSON schemas without broken references', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'root', ...document });
    for (const name of Object.keys(document.components.schemas))
      expect(ajv.getSchema(`root#/components/schemas/${name}`)).toBeDefined();
  });
  test('has a unique id for each operation, and a parameter for each path placeholder', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const pathParameters = operation.parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name);
      expect([path, pathParameters]).toEqual([path, places]);
    }
  });
  test('contains each schema of a resource once', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        ...['sample.gadget', 'sample.gadget.page', 'sample.gadget.create', 'sample.gadget.update', 'Problem'],
      ]),
    );
    const create = document.paths['/b/api/sample/gadgets']!.post!;
    expect(create.requestBody!.content['application/json']!.schema).toEqual({
      $ref: '#/components/schemas/sample.gadget.create',
    });
    expect(create.responses['201']!.content!['application/json']!.schema).toEqual({
      $ref: '#/components/schemas/sample.gadget',
    });
  });
});

describe('the schemas of a resource', () => {
  const properties = (name: string) =>
    (document.components.schemas[name] as { properties: Record<string, Json> }).properties;

  test('describe the format of each kind of value', () => {
    const served = properties('sample.gadget');
    expect(served.iban).toMatchObject({ anyOf: [{ type: 'string', description: 'IBAN' }, { type: 'null' }] });
    expect(served.buildTime).toMatchObject({ anyOf: [{ type: 'integer' }, { type: 'null' }] });
    expect(served.story).toMatchObject({ anyOf: [{ contentMediaType: 'text/html' }, { type: 'null' }] });
    expect(served.manual).toMatchObject({
      anyOf: [{ type: 'object', required: ['id', 'label'] }, { type: 'null' }],
    });
    expect(properties('sample.gadget.create').manual).toMatchObject({
      anyOf: [{ format: 'uuid', description: 'File: application/pdf' }, { type: 'null' }],
    });
  });
  test('contain no value of a masked field, and no related records', () => {
    expect(properties('sample.gadget').makerNir).toMatchObject({ type: 'null' });
    expect(properties('sample.gadget')).toHaveProperty('_masked');
    expect(properties('sample.gadget')).not.toHaveProperty('checks');
    expect(properties('sample.gadget.create')).toHaveProperty('makerNir');
  });
  test('accept no numbered field, no derived value and no field that a variant leaves out', () => {
    expect(properties('sample.gadget.create')).not.toHaveProperty('code');
    expect(properties('sample.bill.update')).not.toHaveProperty('totalTTC');
    expect(Object.keys(properties('sample.toy.create'))).toEqual([
      'name',
      'price',
      'shelf',
      'parts',
      'color',
      'margin',
    ]);
    expect(properties('sample.toy')).not.toHaveProperty('kind');
  });
  test('list the columns that can be sorted by', () => {
    const { parameters } = document.paths['/b/api/sample/gadgets']!.get!;
    const sort = parameters.find(({ name }) => name === 'sort')!.schema.enum as string[];
    expect(sort).toEqual(expect.arrayContaining(['name', '-name', 'createdAt']));
    expect(sort).not.toEqual(expect.arrayContaining(['makerNir']));
    expect(sort).not.toEqual(expect.arrayContaining(['story']));
    expect(parameters.map(({ name }) => name)).not.toContain('archived');
    const shelves = document.paths['/b/api/sample/shelves']!.get!.parameters;
    expect(shelves.map(({ name }) => name)).toContain('archived');
  });
});
