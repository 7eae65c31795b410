import { generateKeyPairSync, verify } from 'node:crypto';
import { walletTicket as ticket } from '../../../test/support/wallet-ticket';
import { isWalletIssuer, readGoogleWalletKey } from '../../resources/google-wallet-key.rules';
import { GoogleWalletLinks } from './google-wallet-links';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const file = {
  type: 'service_account',
  client_email: 'wallet@theatre.iam.gserviceaccount.com',
  private_key_id: 'k1',
  private_key: pem,
};

const read = (text: string) =>
  JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;

test('a link holds the ticket, signed with the key of the service account', () => {
  const key = readGoogleWalletKey(JSON.stringify(file));
  if (!key) throw new Error('the key was refused');
  const link = new GoogleWalletLinks().link(ticket, { issuer: '3388000000012345678', key }, 'https://a.test');
  const [, token = ''] = link.split('https://pay.google.com/gp/v/save/');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const isGenuine = (text: string) =>
    verify('RSA-SHA256', Buffer.from(text), pair.publicKey, Buffer.from(signature, 'base64url'));
  expect(isGenuine(`${head}.${claims}`)).toBe(true);
  expect(isGenuine(`${head}.${claims}x`)).toBe(false);
  expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'k1' });
  expect(read(claims)).toMatchObject({
    iss: file.client_email,
    aud: 'google',
    typ: 'savetowallet',
    origins: ['https://a.test'],
    payload: {
      eventTicketClasses: [
        {
          issuerName: ticket.theatre,
          reviewStatus: 'UNDER_REVIEW',
          eventName: { defaultValue: { language: 'fr', value: ticket.show } },
          dateTime: { start: '2031-05-14T18:30:00.000Z' },
        },
      ],
      eventTicketObjects: [
        {
          id: `3388000000012345678.${ticket.id}`,
          state: 'ACTIVE',
          ticketNumber: ticket.number,
          ticketHolderName: ticket.holder,
          barcode: { type: 'QR_CODE', value: 'C1.abc', alternateText: ticket.number },
        },
      ],
    },
  });
});

test('the longest names leave a link that browsers open', () => {
  const key = readGoogleWalletKey(JSON.stringify(file))!;
  const long = 'é'.repeat(400);
  const wide = {
    ...ticket,
    show: long,
    theatre: long,
    place: long,
    holder: long,
    category: long,
    seat: long,
  };
  expect(
    new GoogleWalletLinks().link(wide, { issuer: '3388000000012345678', key }, 'https://a.test').length,
  ).toBeLessThan(4_000);
});

test.each([
  ['nothing', ''],
  ['no JSON', pem],
  ['null', 'null'],
  ['a list', '[]'],
  ['no key', JSON.stringify({ ...file, private_key: undefined })],
  ['half a key', JSON.stringify({ ...file, private_key: pem.slice(0, -60) })],
  [
    'another kind of key',
    JSON.stringify({
      ...file,
      private_key: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
    }),
  ],
  ['no address', JSON.stringify({ ...file, client_email: 'nobody' })],
])('%s is no key', (_name, text) => expect(readGoogleWalletKey(text)).toBeNull());

test.each([
  ['3388000000012345678', true],
  ['338', false],
  ['3388.1', false],
  ['x'.repeat(19), false],
])('%s is an issuer: %s', (text, isIssuer) => expect(isWalletIssuer(text)).toBe(isIssuer));
