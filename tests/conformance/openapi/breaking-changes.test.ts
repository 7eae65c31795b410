import { breakingChanges } from './breaking-changes';
import { parse } from './summary';

const BASE = `GET /orders public
  query sort: optional "-date" | "date"
  200: #orders
  default: #Problem
POST /orders bearer
  header Idempotency-Key: optional string
  query mode: optional string
  body: #order.create
  201: #order
  default: #Problem
schema Problem
  : object
  .code: string
schema order
  : object
  .id: string(uuid)
  .lines: array
  .lines[]: #line
  .note: null | string
  .parent: null | #order
  .state: "DRAFT" | "PAID"
  .total: integer
schema line
  : object
  .name: string
schema order.create
  : object
  .kind: "CASH" | "ORDER"
  .lines: array
  .lines[]: #line
  .note: optional null | string
  .total: number
schema orders
  : object
  .items: array
  .items[]: #order
  .sums: object
  .sums{}: optional string
`;

/** The breaks of the base after one replacement in its text. */
function breaksOf(text: string, replacement: string): string[] {
  if (!BASE.includes(text)) throw new Error(`not in the base: ${text}`);
  return breakingChanges(parse(BASE), parse(BASE.replace(text, replacement)));
}

describe('a break is', () => {
  test.each<[kind: string, text: string, replacement: string, expected: string]>([
    ['a removed operation', BASE.slice(0, BASE.indexOf('POST')), '', 'GET /orders is removed'],
    [
      'a token for a public operation',
      'GET /orders public',
      'GET /orders bearer',
      'GET /orders now needs a token',
    ],
    ['a removed parameter', '  query mode: optional string\n', '', 'POST /orders: query mode is removed'],
    [
      'a new required parameter',
      '  body: #order.create',
      '  query channel: string\n  body: #order.create',
      'POST /orders: query channel is required',
    ],
    [
      'a parameter that becomes required',
      'query mode: optional string',
      'query mode: string',
      'POST /orders: query mode is required',
    ],
    [
      'a removed value of a parameter',
      'optional "-date" | "date"',
      'optional "date"',
      'GET /orders: query sort no longer accepts "-date"',
    ],
    ['a removed body', '  body: #order.create\n', '', 'POST /orders: body is removed'],
    [
      'a new required body',
      '  200: #orders',
      '  body: object\n  200: #orders',
      'GET /orders: body is required',
    ],
    [
      'a removed property of a request',
      '  .note: optional null | string\n',
      '',
      'order.create (request).note is removed',
    ],
    [
      'a new required property of a request',
      '  .kind: "CASH"',
      '  .channel: string\n  .kind: "CASH"',
      'order.create (request).channel is required',
    ],
    [
      'a property of a request that becomes required',
      '.note: optional null | string',
      '.note: null | string',
      'order.create (request).note is required',
    ],
    [
      'a removed value of a request',
      '"CASH" | "ORDER"',
      '"ORDER"',
      'order.create (request).kind no longer accepts "CASH"',
    ],
    [
      'a narrowed type of a request',
      '.total: number',
      '.total: integer',
      'order.create (request).total no longer accepts number',
    ],
    [
      'a request that no longer accepts null',
      '.note: optional null | string',
      '.note: optional string',
      'order.create (request).note no longer accepts null',
    ],
    ['a removed status', '  201: #order\n', '', 'POST /orders: response 201 is removed'],
    [
      'a response without its body',
      '  201: #order\n',
      '  201: none\n',
      'POST /orders: response 201 may now be none',
    ],
    ['a removed property of a response', '  .total: integer\n', '', 'order (response).total is removed'],
    [
      'a property of a response that may be missing',
      '.total: integer',
      '.total: optional integer',
      'order (response).total may be missing',
    ],
    [
      'a property of a response that may be null',
      '.total: integer',
      '.total: integer | null',
      'order (response).total may now be null',
    ],
    [
      'a changed type of a response',
      '.total: integer',
      '.total: string',
      'order (response).total may now be string',
    ],
    [
      'a widened type of a response',
      '.id: string(uuid)',
      '.id: string',
      'order (response).id may now be string',
    ],
    ['a removed property of a problem', '  .code: string\n', '', 'Problem (response).code is removed'],
    [
      'a removed property of other properties',
      '  .sums{}: optional string\n',
      '',
      'orders (response).sums{} is removed',
    ],
  ])('%s', (_kind, text, replacement, expected) => {
    expect(breaksOf(text, replacement)).toContain(expected);
  });

  test('found in a schema of both directions, in each', () => {
    expect(breaksOf('  .name: string\n', '')).toEqual([
      'line (response).name is removed',
      'line (request).name is removed',
    ]);
  });
});

describe('no break is', () => {
  test.each<[kind: string, text: string, replacement: string]>([
    ['the same document', 'GET', 'GET'],
    ['a new operation', 'schema Problem', 'GET /items\n  200: none\nschema Problem'],
    ['a public operation', 'POST /orders bearer', 'POST /orders public'],
    ['a new optional parameter', '  body: #', '  query channel: optional string\n  body: #'],
    ['a new value of a parameter', '"-date" | "date"', '"-date" | "date" | "name"'],
    ['any text instead of an enum in a request', '.kind: "CASH" | "ORDER"', '.kind: string'],
    ['a new optional property of a request', '  .kind:', '  .channel: optional string\n  .kind:'],
    ['a property of a request that becomes optional', '.total: number', '.total: optional number'],
    ['a new property of a response', '  .total: integer', '  .tax: integer\n  .total: integer'],
    ['a new value of a response', '"DRAFT" | "PAID"', '"DRAFT" | "LATE" | "PAID"'],
    ['a removed value of a response', '"DRAFT" | "PAID"', '"PAID"'],
    ['a response that is never null', '.note: null | string', '.note: string'],
    ['a new status', '  201: #order\n', '  201: #order\n  202: none\n'],
  ])('%s', (_kind, text, replacement) => {
    expect(breaksOf(text, replacement)).toEqual([]);
  });

  test('another name of a schema or of a path parameter', () => {
    const before = 'GET /orders/{id}\n  200: #order\nschema order\n  : object\n  .id: string\n';
    const after = 'GET /orders/{order}\n  200: #purchase\nschema purchase\n  : object\n  .id: string\n';
    expect(breakingChanges(parse(before), parse(after))).toEqual([]);
  });

  test('a part that becomes a schema of its own, and one that no longer is', () => {
    const inline = 'GET /orders\n  200: object\n  200 .buyer: object\n  200 .buyer.name: string\n';
    const named =
      'GET /orders\n  200: object\n  200 .buyer: #buyer\nschema buyer\n  : object\n  .name: string\n';
    expect(breakingChanges(parse(inline), parse(named))).toEqual([]);
    expect(breakingChanges(parse(named), parse(inline))).toEqual([]);
    expect(breakingChanges(parse(inline), parse(named.replace('.name', '.label')))).toEqual([
      'GET /orders: response 200.buyer.name is removed',
    ]);
  });
});

test('a reference to no schema is an error', () => {
  const text = 'GET /orders\n  200: #order\n';
  expect(() => breakingChanges(parse(text), parse(text))).toThrow('no schema order');
});
