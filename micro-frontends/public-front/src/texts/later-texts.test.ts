/** @jest-environment jsdom */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fr from './fr';
import { loadTexts, withLaterTexts } from './language';
import later from './later-fr';

const SOURCES = join(__dirname, '..');
/** What is loaded on demand, with the later texts. */
const ON_DEMAND = [
  /^checkout\//,
  /^orders\//,
  /^gift-vouchers\//,
  /^account\/(?:account-panel|link-sent)/,
  /^pages\/(?:return|choose-password|forgotten-password)/,
  /^waiting-room\/waiting-room\.tsx$/,
  /^waiting-list\/(?!notify-link)/,
];

test('no text is in both parts', () => {
  expect(Object.keys(later).filter((key) => key in fr.front)).toEqual([]);
});

test('what is not loaded on demand has all its texts', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\./.test(path) && !ON_DEMAND.some((part) => part.test(path)),
  );
  expect(files.length).toBeGreaterThan(40);
  const used = files.flatMap((path) =>
    [...readFileSync(join(SOURCES, path), 'utf8').matchAll(/'([\w-]+\.[\w.-]+)'/g)].map(
      ([, key = '']) => key,
    ),
  );
  expect(used).toContain('basket.title');
  expect(used.filter((key) => key in later || `${key}_other` in later)).toEqual([]);
});

test('the texts of a page come with it, and with every language after it', async () => {
  document.documentElement.lang = 'fr';
  const texts = await loadTexts('fr');
  expect(texts.front['email.title']).toBeUndefined();
  expect(await withLaterTexts(Promise.resolve('a page'))).toBe('a page');
  expect(texts.front['email.title']).toBe(later['email.title']);
  expect((await loadTexts('en')).front['email.title']).toMatch(/\w/);
});
