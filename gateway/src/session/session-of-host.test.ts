import type { IncomingMessage } from 'node:http';
import { rememberSite } from '../hosts/request-site';
import { sessionOfHost } from './session-of-host';
import type { PublicSession } from './session-store';

const session = (tenantId: string | null): PublicSession => ({
  idHash: Buffer.alloc(32),
  csrfToken: 'c',
  tenantId,
  account: null,
  tokens: null,
  cartToken: null,
});
const requestAt = (theatre?: string) => {
  const request = {} as IncomingMessage;
  const url = new URL('https://billets.theatre.example');
  rememberSite(request, theatre === undefined ? { url } : { url, theatre: { id: theatre, slug: 'a' } });
  return request;
};

it.each([
  ['a', 'a', true],
  ['a', 'b', false],
  // Nobody is signed in: the cart goes on.
  ['a', null, true],
  // The installation shows every theatre.
  [undefined, 'b', true],
] as const)('on the host of %s the session of %s counts: %s', (theatre, tenantId, counts) => {
  const own = session(tenantId);
  expect(sessionOfHost(requestAt(theatre), own)).toBe(counts ? own : null);
});

it('is none without one, and counts where no site is known', () => {
  expect(sessionOfHost(requestAt('a'), null)).toBeNull();
  const own = session('b');
  expect(sessionOfHost({}, own)).toBe(own);
});
