import { embeddedBase, isEmbeddingOrigin } from './embedding';

test.each([
  ['/app/embed/lumiere', 'lumiere'],
  ['/app/embed/lumiere/spectacles/1', 'lumiere'],
  ['/app/embed/0190a1b2-0000-7000-8000-000000000001/', '0190a1b2-0000-7000-8000-000000000001'],
])('%s is embedded by %s', (path, key) => {
  expect(embeddedBase(path)).toEqual({ base: `/app/embed/${key}`, key });
});

test.each([
  '/app',
  '/app/embed',
  '/app/embed/',
  '/app/embed/a%2fb',
  '/app/embed/a;b/x',
  '/x/app/embed/a',
  `/app/embed/${'a'.repeat(81)}`,
])('%s stands alone', (path) => expect(embeddedBase(path)).toBeNull());

test.each([
  'https://www.lumiere.example',
  'https://lumiere.fr:8443',
  'https://xn--thtre-lumire-7gb.fr',
  'http://localhost:3000',
  'http://127.0.0.1',
])('%s is the origin of a site', (origin) => expect(isEmbeddingOrigin(origin)).toBe(true));

test.each([
  'http://www.lumiere.example',
  'https://www.lumiere.example/',
  'https://WWW.lumiere.example',
  'https://*.lumiere.example',
  'https://www.lumiere.example:443',
  'https://www.lumiere.example:99999',
  "https://a.example; script-src 'unsafe-inline'",
  'https://a.example https://b.example',
  'https://a.example\n',
  'https://user@a.example',
  'https://théâtre.fr',
  'https://localhost',
  'http://localhost.evil.example',
  'https://203.0.113.7',
  'null',
  '*',
  '',
])('%j is not', (text) => expect(isEmbeddingOrigin(text)).toBe(false));
