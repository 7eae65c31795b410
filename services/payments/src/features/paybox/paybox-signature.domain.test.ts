import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import {
  bankPublicKey,
  hmacKey,
  hmacMatches,
  hmacOf,
  signatureMatches,
  signed,
  signedMessage,
  type PayboxField,
} from './paybox-signature.domain';

const fields = (text: string): PayboxField[] =>
  text.split('&').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1) };
  });

describe('the HMAC of the form', () => {
  const key = hmacKey('0123456789ABCDEF'.repeat(8));

  it('reproduces the vector of the public test account', () => {
    const form = fields(
      'PBX_SITE=1999888&PBX_RANG=32&PBX_IDENTIFIANT=110647233&PBX_TOTAL=1000&PBX_DEVISE=978&PBX_CMD=TEST Paybox' +
        '&PBX_PORTEUR=test@paybox.com&PBX_RETOUR=Mt:M;Ref:R;Auto:A;Erreur:E&PBX_HASH=SHA512' +
        '&PBX_TIME=2011-02-28T11:01:50+01:00',
    );
    expect(hmacOf(form, key)).toBe(
      'A94451C2A5FB5C366DECC67C0ACE26E927C04B9B9E53DB5C18049CF3C23E04468EFF298CC601D8E013C6A2341EA67149' +
        'CFE8626BF5BD0E4EB941536BA05F177C',
    );
  });

  it('reproduces the vector of a short key', () => {
    const form = fields(
      'PBX_CMD=cmd123&PBX_DEVISE=978&PBX_HASH=sha512&PBX_IDENTIFIANT=2&PBX_PORTEUR=test@test.net&PBX_RANG=32' +
        '&PBX_RETOUR=Mt:M;Ref:R;Auto:A;Erreur:E;Sign:K&PBX_SITE=1999888&PBX_TIME=2026-01-02T03:04:05+01:00&PBX_TOTAL=100',
    );
    expect(hmacOf(form, Buffer.from('0123456789ABCDEF', 'hex'))).toBe(
      '9A8F7F99780770B61FBB8F455ABDF3D37DE0B83E41C7E30822FCEB7B37D1F3D3AACA940CEF82168C23DB30A34B6ED8E1' +
        '78BE9FB751771B37CB8E8E92EC07617B',
    );
  });

  it('leaves empty fields out of what is sent and signed', () => {
    const form = signed([...fields('PBX_SITE=1&PBX_RANG=2'), { name: 'PBX_LANGUE', value: '' }], key);
    expect(form.map((field) => field.name)).toEqual(['PBX_SITE', 'PBX_RANG', 'PBX_HMAC']);
    expect(signedMessage(form)).toBe('PBX_SITE=1&PBX_RANG=2');
  });

  it('matches what was signed and nothing else', () => {
    const text = fc.string({ minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: fc.constantFrom('PBX_A', 'PBX_B', 'PBX_C'), value: text }), {
          minLength: 1,
        }),
        text,
        (form, other) => {
          const sent = signed(form, key);
          expect(hmacMatches(sent, key)).toBe(true);
          const first = sent[0]!;
          fc.pre(other !== first.value);
          expect(hmacMatches([{ ...first, value: other }, ...sent.slice(1)], key)).toBe(false);
        },
      ),
    );
  });

  it('depends on the order of the fields', () => {
    const [a, b] = fields('PBX_A=1&PBX_B=2') as [PayboxField, PayboxField];
    expect(hmacOf([a, b], key)).not.toBe(hmacOf([b, a], key));
  });

  it.each(['', '0123', '0123456789ABCDEF'.repeat(8).replace('F', 'G'), `${'AB'.repeat(30)}C`])(
    'refuses the key %j',
    (text) => {
      expect(() => hmacKey(text)).toThrow('hexadecimal');
    },
  );
});

describe("the bank's signature", () => {
  const paybox = bankPublicKey(
    'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDe+hkicNP7ROHUssGNtHwiT2EwHFrSk/qwrcq8v5metRtTTFPE/nmzSkRnTs3GMpi57rBdxBBJ' +
      'W5W9cpNyGUh0jNXcVrOSClpD5Ri2hER/GcNrxVRP7RlWOqB1C03q4QYmwjHZ+zlM4OUhCCAtSWflB4wCKa1g88CjFwRw/PB9kwIDAQAB',
  );
  const signature =
    'QnhlnuOpcbfUruOU7kKG/ZmDPsDzM31VrpMIObQomYwEE/afhJiDPkWVN9+r3JVFXBsFnqo3VlOVzxQVVahXpF7eWiJoAe5LcIoqSvms96SFFv9L' +
    'fndS/3zAO5fF/tR4Us3rOSUwT1Hs2AS17R3B9ATwBMhKt1l3DPw9hClpFw0=';

  it('accepts a real notification of Paybox and refuses it with another order', () => {
    const suffix = `&Sign=${encodeURIComponent(signature)}`;
    expect(
      signatureMatches(`Mt=1000&Ref=CMD1349338388&Auto=XXXXXX&Erreur=00000${suffix}`, paybox, 'Sign'),
    ).toBe(true);
    expect(
      signatureMatches(`Mt=1000&Ref=CMD1349338389&Auto=XXXXXX&Erreur=00000${suffix}`, paybox, 'Sign'),
    ).toBe(false);
  });

  it('accepts a signature with unencoded plus signs', () => {
    expect(
      signatureMatches(
        `Mt=1000&Ref=CMD1349338388&Auto=XXXXXX&Erreur=00000&Sign=${signature}`,
        paybox,
        'Sign',
      ),
    ).toBe(true);
  });

  const pair = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const notify = (data: string): string =>
    `${data}&K=${encodeURIComponent(sign('RSA-SHA1', Buffer.from(data), pair.privateKey).toString('base64'))}`;

  it('covers every byte of the text before it', () => {
    fc.assert(
      fc.property(
        fc.webQueryParameters({ size: 'small' }),
        fc.nat(),
        fc.constantFrom('0', 'z', '%', '&'),
        (query, position, byte) => {
          const data = `M=100&R=${query}`;
          expect(signatureMatches(notify(data), pair.publicKey)).toBe(true);
          const at = position % data.length;
          fc.pre(data[at] !== byte);
          const forged = notify(data).replace(data, data.slice(0, at) + byte + data.slice(at + 1));
          expect(signatureMatches(forged, pair.publicKey)).toBe(false);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(['', 'K=abc', 'M=1', 'M=1&K=', 'M=1&K=%', 'M=1&K=not base64', 'M=1&K=AAAA'])(
    'refuses %j',
    (raw) => {
      expect(signatureMatches(raw, pair.publicKey)).toBe(false);
    },
  );

  it('refuses data that is added after a valid signature', () => {
    expect(signatureMatches(`${notify('M=1&E=00000')}&M=2`, pair.publicKey)).toBe(false);
  });
});
