import { identityV1 } from '@coulisse/contracts';
import { ActorResolver } from './actor-resolver';
import { Problem } from '../problem/problem';
import { ExpiringCache } from './expiring-cache';
import { bearerOf, type VerifiedToken } from './token-verifier';

const token = (subject: string, tenantId: string | null = 't1'): VerifiedToken => ({
  realm: 'staff',
  subject,
  tenantId,
  email: null,
  name: null,
  impersonator: null,
  expiresAt: new Date(),
  authenticatedAt: new Date(1_000_000),
  claims: {},
});
const answer = (fields: Partial<identityV1.ResolveActorResponse> = {}) =>
  identityV1.ResolveActorResponse.fromPartial({
    known: true,
    userId: 'u',
    tenantId: 't1',
    rights: ['crm.*'],
    ...fields,
  });

describe('a cache', () => {
  it('forgets in time, and the least used first', () => {
    let now = 0;
    const cache = new ExpiringCache<number>(2, () => now);
    cache.set('a', 1, 10);
    cache.set('b', 2, 20);
    expect(cache.get('a')).toBe(1);
    cache.set('c', 3, 20);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
    now = 10;
    expect([cache.get('a'), cache.get('c')]).toEqual([undefined, 3]);
    cache.drop((key) => key === 'c');
    expect(cache.size).toBe(0);
  });
});

describe('the actor of a token', () => {
  it('is asked for once, then every 4 s', async () => {
    let now = 0;
    const ask = jest.fn(async () => answer());
    const resolver = new ActorResolver(ask, () => now);
    await Promise.all([resolver.resolve(token('s')), resolver.resolve(token('s'))]);
    now = 3_999;
    expect(await resolver.resolve(token('s'))).toMatchObject({
      kind: 'staff',
      tenantId: 't1',
      rights: ['crm.*'],
    });
    expect(ask).toHaveBeenCalledTimes(1);
    now = 4_000;
    await resolver.resolve(token('s'));
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('goes on for 30 s while identity is away, and not while identity says something else', async () => {
    let now = 0;
    const ask = jest.fn(async () => answer());
    const resolver = new ActorResolver(ask, () => now);
    await resolver.resolve(token('s'));
    now = 10_000;
    ask.mockRejectedValueOnce(new Problem('service.unavailable'));
    expect(await resolver.resolve(token('s'))).toMatchObject({ userId: 'u' });
    ask.mockRejectedValueOnce(new Error('a bug'));
    await expect(resolver.resolve(token('s'))).rejects.toThrow('a bug');
    now = 30_000;
    ask.mockRejectedValueOnce(new Problem('service.unavailable'));
    await expect(resolver.resolve(token('s'))).rejects.toMatchObject({ code: 'service.unavailable' });
  });

  it('has no session any more that began before its sessions were ended', async () => {
    const began = (ms: number) => ({ ...token('s'), authenticatedAt: new Date(ms) });
    const resolver = new ActorResolver(async () => answer({ sessionsEndedAt: new Date(2_000_000) }));
    for (const ms of [0, 1_999_000, 2_000_000])
      await expect(resolver.resolve(began(ms))).rejects.toMatchObject({ code: 'security.session-expired' });
    expect(await resolver.resolve(began(2_001_000))).toMatchObject({ userId: 'u' });
  });

  it('is dropped at once when it changes, even while it is being asked for', async () => {
    let release: (value: identityV1.ResolveActorResponse) => void = () => undefined;
    const slow = new Promise<identityV1.ResolveActorResponse>((resolve) => {
      release = resolve;
    });
    const ask = jest.fn(() => slow);
    const resolver = new ActorResolver(ask);
    const early = resolver.resolve(token('s'));
    resolver.drop('s');
    release(answer());
    await early;
    await resolver.resolve(token('s'));
    await resolver.resolve(token('s'));
    expect(ask).toHaveBeenCalledTimes(2);
    resolver.drop('s');
    await resolver.resolve(token('s'));
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['is unknown', answer({ known: false })],
    ['is of another tenant', answer({ tenantId: 't2' })],
  ])('is nobody when it %s', async (_why, response) => {
    const resolver = new ActorResolver(async () => response);
    await expect(resolver.resolve(token('s'))).rejects.toMatchObject({
      code: 'security.insufficient-privilege',
    });
  });

  it('is another one for each who acts in its name, and nobody when that one is not known', async () => {
    const ask = jest.fn(async ({ impersonatorSubject }: identityV1.ResolveActorRequest) =>
      answer(impersonatorSubject === 'boss' ? { impersonatorId: 'b', impersonatorName: 'Bo Boss' } : {}),
    );
    const resolver = new ActorResolver(ask);
    const inPerson = token('s');
    const byBoss = { ...token('s'), impersonator: 'boss' };
    expect(await resolver.resolve(inPerson)).not.toHaveProperty('impersonator');
    expect(await resolver.resolve(byBoss)).toMatchObject({
      userId: 'u',
      rights: ['crm.*'],
      impersonator: { id: 'b', name: 'Bo Boss' },
    });
    await expect(resolver.resolve({ ...token('s'), impersonator: 'stranger' })).rejects.toMatchObject({
      code: 'security.insufficient-privilege',
    });
    expect(ask).toHaveBeenCalledTimes(3);
    resolver.drop('boss');
    await Promise.all([resolver.resolve(inPerson), resolver.resolve(byBoss)]);
    expect(ask).toHaveBeenCalledTimes(4);
  });

  it('is asked for again when identity was away', async () => {
    const ask = jest.fn(async () => answer()).mockRejectedValueOnce(new Error('away'));
    const resolver = new ActorResolver(ask);
    await expect(resolver.resolve(token('s'))).rejects.toThrow('away');
    await expect(resolver.resolve(token('s'))).resolves.toMatchObject({ userId: 'u' });
  });
});

it.each([
  [undefined, null],
  ['Bearer a.b-c_d', 'a.b-c_d'],
  ['bearer x', 'x'],
  ['Basic eDp5', null],
  ['Bearer a b', null],
])('finds the token of %p', (header, found) => expect(bearerOf(header)).toBe(found));
