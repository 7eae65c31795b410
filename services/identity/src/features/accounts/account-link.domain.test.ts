import { v7 as uuidv7 } from 'uuid';
import { makeLinkToken, readLinkToken } from './account-link.domain';

describe('the secret of a link', () => {
  it('is looked up by its tenant and its hash, and is different each time', () => {
    const tenantId = uuidv7();
    const [first, second] = [makeLinkToken(tenantId), makeLinkToken(tenantId)];
    expect(readLinkToken(first.token)).toEqual({ tenantId, hash: first.hash });
    expect(first.token).not.toBe(second.token);
    expect(first.hash.toString('hex')).not.toContain(
      Buffer.from(first.token, 'base64url').subarray(16).toString('hex'),
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
  ])('refuses malformed text %#', (text) => expect(readLinkToken(text)).toBeNull());
});
