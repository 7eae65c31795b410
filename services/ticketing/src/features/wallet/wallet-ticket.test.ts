import { makeTestCertificate } from '../../../test/support/wallet-certificate';
import { validCertificate } from './wallet-ticket';

const { certificate, key, authority } = makeTestCertificate(30);
const bundle = certificate + key + authority;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

test('a certificate signs until it ends, and the buyer is told when it has ended', () => {
  expect(validCertificate(bundle, inDays(29)).passType).toBe('pass.test.theatre');
  expect(() => validCertificate(bundle, inDays(31))).toThrow(
    expect.objectContaining({ code: 'order.no-wallet-pass' }) as Error,
  );
  for (const none of [null, undefined, ''])
    expect(() => validCertificate(none, inDays(0))).toThrow(
      expect.objectContaining({ code: 'http.404' }) as Error,
    );
});
