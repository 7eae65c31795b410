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
    resolved: true,
    userId: 'u',
    tenantId: 't1',
    rights: ['crm.*'],
    ...fields,
  });

describe('ExpiringCache', () => {
  it('drops expired entries, and the least recently used one when it is full', () => {
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
  it('is resolved once, then every 4 s', async () => {
    let now = 0;
    const resolveActor = jest.fn(async () => answer());
    const resolver = new ActorResolver(resolveActor, () => now);
    await Promise.all([resolver.resolve(token('s')), resolver.resolve(token('s'))]);
    now = 3_999;
    expect(await resolver.resolve(token('s'))).toMatchObject({
      kind: 'staff',
      tenantId: 't1',
      rights: ['crm.*'],
    });
    expect(resolveActor).toHaveBeenCalledTimes(1);
    now = 4_000;
    await resolver.resolve(token('s'));
    expect(resolveActor).toHaveBeenCalledTimes(2);
  });

  it('stays cached for 30 s while identity is unavailable, but not after another error', async () => {
    let now = 0;
    const resolveActor = jest.fn(async () => answer());
    const resolver = new ActorResolver(resolveActor, () => now);
    await resolver.resolve(token('s'));
    now = 10_000;
    resolveActor.mockRejectedValueOnce(new Problem('service.unavailable'));
    expect(await resolver.resolve(token('s'))).toMatchObject({ userId: 'u' });
    resolveActor.mockRejectedValueOnce(new Error('a bug'));
    await expect(resolver.resolve(token('s'))).rejects.toThrow('a bug');
    now = 30_000;
    resolveActor.mockRejectedValueOnce(new Problem('service.unavailable'));
    await expect(resolver.resolve(token('s'))).rejects.toMatchObject({ code: 'service.unavailable' });
  });

  it('is refused with a session that began before the sessions of the user were ended', async () => {
    const began = (ms: number) => ({ ...token('s'), authenticatedAt: new Date(ms) });
    const resolver = new ActorResolver(async () => answer({ sessionsEndedAt: new Date(2_000_000) }));
    for (const ms of [0, 1_999_000, 2_000_000])
      await expect(resolver.resolve(began(ms))).rejects.toMatchObject({ code: 'security.session-expired' });
    expect(await resolver.resolve(began(2_001_000))).toMatchObject({ userId: 'u' });
  });

  it('is dropped at once when it changes, even while it is being resolved', async () => {
    let release: (value: identityV1.ResolveActorResponse) => void = () => undefined;
    const slow = new Promise<identityV1.ResolveActorResponse>((resolve) => {
      release = resolve;
    });
    const resolveActor = jest.fn(() => slow);
    const resolver = new ActorResolver(resolveActor);
    const early = resolver.resolve(token('s'));
    resolver.invalidate('s');
    release(answer());
    await early;
    await resolver.resolve(token('s'));
    await resolver.resolve(token('s'));
    expect(resolveActor).toHaveBeenCalledTimes(2);
    resolver.invalidate('s');
    await resolver.resolve(token('s'));
    expect(resolveActor).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['the user is unknown', answer({ resolved: false })],
    ['the user is of another tenant', answer({ tenantId: 't2' })],
  ])('is refused when %s', async (_why, response) => {
    const resolver = new ActorResolver(async () => response);
    await expect(resolver.resolve(token('s'))).rejects.toMatchObject({
      code: 'security.insufficient-privilege',
    });
  });

  it('is resolved per impersonator, and refused when the impersonator is unknown', async () => {
    const resolveActor = jest.fn(async ({ impersonatorSubject }: identityV1.ResolveActorRequest) =>
      answer(impersonatorSubject === 'boss' ? { impersonatorId: 'b', impersonatorName: 'Bo Boss' } : {}),
    );
    const resolver = new ActorResolver(resolveActor);
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
    expect(resolveActor).toHaveBeenCalledTimes(3);
    resolver.invalidate('boss');
    await Promise.all([resolver.resolve(inPerson), resolver.resolve(byBoss)]);
    expect(resolveActor).toHaveBeenCalledTimes(4);
  });

  it('is resolved again after a failed request', async () => {
    const resolveActor = jest.fn(async () => answer()).mockRejectedValueOnce(new Error('away'));
    const resolver = new ActorResolver(resolveActor);
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
])('reads the bearer token of %p', (header, found) => expect(bearerOf(header)).toBe(found));
