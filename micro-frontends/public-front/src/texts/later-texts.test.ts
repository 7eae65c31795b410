/** @jest-environment jsdom */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import en from './en';
import fr from './fr';
import { loadTexts, withLaterTexts } from './language';
import later from './later-fr';
import seats from './seats-fr';

const SOURCES = join(__dirname, '..');
/** What is loaded with the plan, with its texts. */
const WITH_SEATS = [/^booking\//, /^app\/steps/, /^pages\/seats/, /^waiting-room\//];
/** What is loaded on demand, with the later texts. */
const ON_DEMAND = [
  /^checkout\//,
  /^booking\/(?:seat-list|hold-timer|wheelchair-places|upsell|drivers-offer|seat-sight|by-number|check-cart)/,
  /^orders\//,
  /^gift-vouchers\//,
  /^account\/(?!account-button|use-session)/,
  /^pages\/(?:not-on-sale|return|choose-password|forgotten-password|login-link|contact|maintenance|error-page|not-found)/,
  /^waiting-room\/waiting-room\.tsx$/,
  /^waiting-list\/(?!notify-link)/,
  /^app\/wait-notice/,
];

/** Lists of texts of the interface. */
const LISTS = /^texts\/(?:fr|en)\./;

/** Keys of texts in the files that none of the patterns has. */
const keysOutside = (...parts: RegExp[]) =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        /\.tsx?$/.test(path) && !/\.test\./.test(path) && ![LISTS, ...parts].some((part) => part.test(path)),
    )
    .flatMap((path) =>
      [...readFileSync(join(SOURCES, path), 'utf8').matchAll(/'([\w-]+\.[\w.-]+)'/g)].map(
        ([, key = '']) => key,
      ),
    );
const isIn = (texts: object) => (key: string) => key in texts || `${key}_other` in texts;

test('no text is in two parts', () => {
  const keys = [fr.front, seats, later].flatMap((texts) => Object.keys(texts));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test('what is not loaded on demand has all its texts', () => {
  const used = keysOutside(...ON_DEMAND);
  expect(used).toContain('basket.title');
  expect(used.filter(isIn(later))).toEqual([]);
});

test('what is loaded before the plan needs none of its texts', () => {
  const used = keysOutside(...ON_DEMAND, ...WITH_SEATS);
  expect(used).toContain('show.choose');
  expect(used.filter(isIn(seats))).toEqual([]);
});

/** Parts of the interface that these pages have, but for `ConfirmDialog`. */
const PARTS = [
  'button',
  'check',
  'countdown',
  'dialog',
  'field',
  'input',
  'language-switch',
  'states',
  'stepper',
  'toast',
];

test('the parts of the interface have their texts', () => {
  const folder = join(__dirname, '../../../../packages/ui-kit/src/parts');
  const used = PARTS.flatMap((part) =>
    [...readFileSync(join(folder, `${part}.tsx`), 'utf8').matchAll(/\btext\('([\w.-]+)'/g)].map(
      ([, key = '']) => key,
    ),
  );
  expect(used).toContain('stepper.more');
  for (const { ui } of [fr, en]) expect(used.filter((key) => !(key in ui))).toEqual(['action.cancel']);
});

test('a part of the interface is imported once its texts are listed', () => {
  const KNOWN =
    'applyTheme Button Check Countdown Dialog EmptyState ErrorState Field Input LanguageSwitch Notice onDemand Select Skeleton SkeletonLines Stepper Textarea ToastProvider useDelayed useLanguage useToast wholeCodes';
  const imported = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))
    .flatMap((path) => [
      ...readFileSync(join(SOURCES, path), 'utf8').matchAll(
        /^import \{([^}]*)\} from '@coulisse\/ui-kit';/gm,
      ),
    ])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
    .filter((name) => name !== '' && !name.startsWith('type '));
  expect([...new Set(imported)].filter((name) => !KNOWN.split(' ').includes(name))).toEqual([]);
});

test('the texts of a page come with it, and with every language after it', async () => {
  document.documentElement.lang = 'fr';
  const texts = await loadTexts('fr');
  expect(texts.front['email.label']).toBeUndefined();
  expect(await withLaterTexts(Promise.resolve('a page'))).toBe('a page');
  expect(texts.front['email.label']).toBe(later['email.label']);
  expect(texts.front['basket.title']).toBe(seats['basket.title']);
  expect((await loadTexts('en')).front['email.label']).toMatch(/\w/);
});
