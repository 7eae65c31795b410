import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { topology } from '@coulisse/contracts';
import { read, root } from '../tracked-files';
import { currentSummaries, SUMMARIES, summaryPath } from './api-documents';
import { parse, serialise } from './summary';

const current = currentSummaries();

test.each(Object.entries(current))(
  'the committed summary of %s is current: npm run openapi',
  (name, text) => {
    expect(existsSync(join(root, summaryPath(name)))).toBe(true);
    expect(read(summaryPath(name)).split('\n')).toEqual(text.split('\n'));
  },
);

test('every service and the gateway have a summary', () => {
  const parts = topology.filter(({ kind }) => kind === 'service' || kind === 'gateway');
  expect(Object.keys(current).sort()).toEqual(parts.map(({ name }) => name).sort());
});

test('every committed summary is that of a part', () => {
  expect(readdirSync(join(root, SUMMARIES)).sort()).toEqual(
    Object.keys(current)
      .map((name) => `${name}.txt`)
      .sort(),
  );
});

test.each(Object.entries(current))('the summary of %s is parsed as it was written', (_name, text) => {
  expect(serialise(parse(text))).toBe(text);
});
