import { returnUrlOf } from './return-url.domain';

const PUBLIC = 'https://billets.test';
const usual = `${PUBLIC}/app/reservations/r/return`;

it.each([
  'https://billets.test/app/reservations/r/return',
  'https://billets.test/app/x?y=1#z',
  'https://billets.test:443/app/x',
])('returns to %s', (requestedUrl) =>
  expect(returnUrlOf(requestedUrl, PUBLIC, 'r')).toBe(new URL(requestedUrl).href),
);

it.each([
  undefined,
  '',
  'https://billets.test.evil.example/',
  'https://billets.test@evil.example/',
  'https://user@billets.test/app',
  'https://user:password@billets.test/app',
  'https://billets.test\\@evil.example/app',
  'https:\\\\evil.example/app',
  'https://evil.example\\billets.test/',
  'https://billets.test/\\evil.example',
  'https://billets.test/app\\..\\..\\x',
  'https://billets.test//evil.example',
  'https://billets.test/%5Cevil.example',
  '//evil.example/app',
  '/app',
  'http://billets.test/app',
  'https://billets.test:8443/app',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://billets.test/a\nb',
  ' https://billets.test/app',
])('does not return to %j', (requestedUrl) => expect(returnUrlOf(requestedUrl, PUBLIC, 'r')).toBe(usual));

it('allows only URLs below the path of the public URL', () => {
  const below = `${PUBLIC}/shop`;
  expect(returnUrlOf(`${PUBLIC}/shop/app/x`, below, 'r')).toBe(`${PUBLIC}/shop/app/x`);
  for (const requestedUrl of [`${PUBLIC}/shopping/app`, `${PUBLIC}/shop/../other`, `${PUBLIC}/app`])
    expect(returnUrlOf(requestedUrl, below, 'r')).toBe(`${below}/app/reservations/r/return`);
});
