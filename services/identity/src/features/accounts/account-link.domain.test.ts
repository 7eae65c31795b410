import { v7 as uuidv7 } from 'uuid';
import { makeLinkToken, readLinkToken } from './account-link.domain';

describe('the secret of a link', () => {
  it('is found again by its tenant and its hash, and is never the same', () => {
    const tenantId = uuidv7();
    const [one, other] = [makeLinkToken(tenantId), makeLinkToken(tenantId)];
    expect(readLinkToken(one.token)).toEqual({ tenantId, hash: one.hash });
    expect(one.token).not.toBe(other.token);
    expect(one.hash.toString('hex')).not.toContain(
      Buffer.from(one.token, 'base64url').subarray(16).toString('hex'),
    );
  });

  it.each([
    '',
    'x',
    'x'.repeat(54),
    'x'.repeat(100_000),
    `${'A'.repeat(53)}=`,
    'é'.repeat(54),
    '\0'.repeat(54),
  ])('is not %#', (text) => expect(readLinkToken(text)).toBeNull());
});
