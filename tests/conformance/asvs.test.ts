import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

/** Requirements of levels 1 and 2 of ASVS 5.0.0 by section. */
const REQUIREMENTS: Record<string, string> = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1',
  '17.2': '1-4',
  '17.3': '1-2',
};

const expand = (range: string): number[] => {
  const [from = 0, to = from] = range.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
};
const required = Object.entries(REQUIREMENTS).flatMap(([section, numbers]) =>
  numbers.split(' ').flatMap((range) => expand(range).map((number) => `${section}.${number}`)),
);

const file = readFileSync(join(root, 'docs', 'security', 'asvs.md'), 'utf8');
const rows = [...file.matchAll(/^\| (\d+\.\d+\.\d+) +\| ([^|]+)\| ([^|]+)\| ([^|]+)\|$/gm)].map(
  ([, id = '', , answer = '', shown = '']) => ({ id, answer: answer.trim(), shown: shown.trim() }),
);

test('every requirement of level 2 has one row', () => {
  expect(required).toHaveLength(253);
  expect(rows.map(({ id }) => id)).toEqual(required);
});

test('every yes names a test or a file that exists', () => {
  for (const { id, shown } of rows.filter(({ answer }) => answer === 'yes')) {
    const path = /\]\(\.\.\/\.\.\/([^)]+)\)/.exec(shown)?.[1];
    expect([id, path !== undefined && existsSync(join(root, path))]).toEqual([id, true]);
  }
});

test('every no has a date and a reason', () => {
  for (const { id, answer, shown } of rows.filter((row) => row.answer.startsWith('no,')))
    expect([id, /^no, by \d{4}-\d{2}-\d{2}$/.test(answer), shown !== '']).toEqual([id, true, true]);
});

test('every other answer is "not applicable", with a reason', () => {
  for (const { id, answer, shown } of rows)
    expect([id, /^(yes|no, by .+|not applicable)$/.test(answer), shown !== '']).toEqual([id, true, true]);
});

test('the figures at its head match its rows', () => {
  const count = (start: string) => rows.filter(({ answer }) => answer.startsWith(start)).length;
  expect(file).toContain(
    `${count('yes')} yes, ${count('no,')} no, ${count('not applicable')} not applicable`,
  );
});

test('every test that the threat model names exists', () => {
  const model = readFileSync(join(root, 'docs', 'security', 'threat-model.md'), 'utf8');
  const named = [...model.matchAll(/\]\(\.\.\/\.\.\/([^)#]+)\)/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
