import type { Api } from '@coulisse/mfe-kit';
import { stepOf, writeQuote } from './quote-versions';

const calls: string[] = [];
const api = {
  get: async () => ({ version: 4 }),
  post: async (path: string) => {
    calls.push(`POST ${path}`);
    return { id: 'new', versionId: 'second' };
  },
  patch: async (path: string, _body: object, { ifMatch }: { ifMatch: number }) => {
    calls.push(`PATCH ${path} ${ifMatch}`);
  },
} as unknown as Api;
const write = (latest: { id: string; state: string; version: number } | null) =>
  writeQuote(api, { path: '/quotes', draft: { title: 'R-1' }, latest });

beforeEach(() => calls.splice(0));

test.each([
  [null, 'create'],
  ['DRAFT', 'update'],
  ['POSTED', 'revise'],
  ['SENDED', 'revise'],
  ['ACCEPTED', 'create'],
  ['REFUSED', 'create'],
  ['REPLACED', 'create'],
] as const)('a quote in state %s: %s', (state, step) => {
  expect(stepOf(state && { state })).toBe(step);
});

it('is a new version of what the customer has', async () => {
  expect(await write({ id: 'first', state: 'SENDED', version: 2 })).toBe('second');
  expect(calls).toEqual(['POST /quotes/first/transitions/revise', 'PATCH /quotes/second 4']);
});

it('is the draft that there is, or a new one', async () => {
  expect(await write({ id: 'first', state: 'DRAFT', version: 2 })).toBe('first');
  expect(calls).toEqual(['PATCH /quotes/first 2']);
  expect(await write(null)).toBe('new');
});
