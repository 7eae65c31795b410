import { CachedVerifier } from './cached-verifier';
import type { VerifiedToken } from './token-verifier';

class CountingVerifier {
  calls = 0;
  constructor(private readonly answer: (token: string) => VerifiedToken) {}
  verify(token: string): Promise<VerifiedToken> {
    this.calls += 1;
    return Promise.resolve().then(() => this.answer(token));
  }
}

describe('CachedVerifier', () => {
  const good = (token: string): VerifiedToken => ({ subject: token, expiresAt: 1_000 });

  it('verifies a token once until it expires', async () => {
    let now = 0;
    const inner = new CountingVerifier(good);
    const verifier = new CachedVerifier(inner, { now: () => now });
    expect(await verifier.verify('a')).toEqual({ subject: 'a', expiresAt: 1_000 });
    await verifier.verify('a');
    expect(inner.calls).toBe(1);
    now = 1_000;
    await verifier.verify('a');
    expect(inner.calls).toBe(2);
  });

  it('verifies a token once for concurrent calls', async () => {
    const inner = new CountingVerifier(good);
    const verifier = new CachedVerifier(inner, { now: () => 0 });
    await Promise.all([verifier.verify('a'), verifier.verify('a')]);
    expect(inner.calls).toBe(1);
  });

  it('does not cache refusals and evicts the oldest tokens', async () => {
    const inner = new CountingVerifier((token) => {
      if (token === 'bad') throw new Error('refused');
      return good(token);
    });
    const verifier = new CachedVerifier(inner, { max: 2, now: () => 0 });
    await expect(verifier.verify('bad')).rejects.toThrow('refused');
    expect(verifier.size).toBe(0);
    for (const token of ['a', 'b', 'c']) await verifier.verify(token);
    expect(verifier.size).toBe(2);
    await verifier.verify('a');
    expect(inner.calls).toBe(5);
  });
});
