import { parse, serialise, summarise } from './summary';

const summaryOf = (schema: object): string =>
  serialise(summarise({ paths: {}, components: { schemas: { thing: schema } } }));

test('an operation has a line for each parameter, part of the body and response', () => {
  const document = {
    paths: {
      '/orders/{id}': {
        post: {
          summary: 'Pay',
          security: [{ bearer: [] }],
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
            { name: 'price.gte', in: 'query', schema: { type: 'integer', default: 1 } },
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['a'],
                  properties: { a: { enum: ['x', 'y'] }, 'b c': {} },
                },
              },
            },
          },
          responses: {
            200: { content: { 'text/csv': { schema: { type: 'string' } } } },
            204: { description: 'Done' },
            default: { $ref: '#/components/responses/Refused' },
          },
        },
      },
    },
    components: {
      schemas: { Problem: { type: 'object' } },
      responses: {
        Refused: {
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  };
  const text = `POST /orders/{id} bearer
  path 1: string(uuid)
  query price.gte: optional integer
  body: object
  body ."b c": optional any
  body .a: "x" | "y"
  204: none
  200 text/csv: string
  default: #Problem
schema Problem
  : object
`;
  expect(serialise(summarise(document))).toBe(text);
  expect(serialise(parse(text))).toBe(text);
});

test.each<[name: string, schema: object, lines: string]>([
  [
    'a nullable reference',
    { anyOf: [{ $ref: '#/components/schemas/a.b' }, { type: 'null' }] },
    '  : #a.b | null',
  ],
  ['types in one list', { type: ['string', 'null'], format: 'date' }, '  : null | string(date)'],
  ['items', { type: 'array', items: { type: 'integer' } }, '  : array\n  []: integer'],
  [
    'a tuple',
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'null' }] },
    '  : array\n  [0]: string\n  [1]: null',
  ],
  [
    'other properties with their keys',
    { type: 'object', propertyNames: { enum: ['a'] }, additionalProperties: { type: 'string' } },
    '  : object\n  {name}: optional "a"\n  {}: optional string',
  ],
  [
    'objects to choose from',
    {
      oneOf: [
        { type: 'object', properties: { a: { const: 1 } } },
        { type: 'object', properties: { b: { type: 'boolean' } } },
      ],
    },
    '  : object\n  <0>: object\n  <0>.a: optional 1\n  <1>: object\n  <1>.b: optional boolean',
  ],
  [
    'no limits, texts and defaults',
    { type: 'string', maxLength: 3, description: 'x', default: 'y' },
    '  : string',
  ],
])('a schema with %s', (_name, schema, lines) => {
  const text = summaryOf(schema);
  expect(text).toBe(`schema thing\n${lines}\n`);
  expect(serialise(parse(text))).toBe(text);
});

test('a keyword without a notation is an error, not an unchanged line', () => {
  expect(() => summaryOf({ allOf: [{ type: 'object' }] })).toThrow('no notation for allOf');
  expect(() => summaryOf({ type: 'object', properties: { a: {} }, oneOf: [{ type: 'object' }] })).toThrow(
    'no notation',
  );
});

test('text that is not a summary is an error', () => {
  expect(() => parse('orders\n  200: none\n')).toThrow('not a heading');
  expect(() => parse('GET /orders\n  200\n')).toThrow('not a line');
});
