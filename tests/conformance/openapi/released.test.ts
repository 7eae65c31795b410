import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../tracked-files';
import { ACCEPTED_BREAKS } from './accepted-breaks';
import { currentSummaries, summaryPath } from './api-documents';
import { breaksBetween, lastRelease, summariesOf } from './released-summaries';

const current = currentSummaries();

describe('clients of the last release', () => {
  const revision = lastRelease(root);
  const breaks = breaksBetween(revision === null ? {} : summariesOf(root, revision), current);
  const accepted = ACCEPTED_BREAKS.map(({ change }) => change);

  test('can use this version', () => {
    expect(breaks.filter((change) => !accepted.includes(change))).toEqual([]);
  });

  test('are affected by each accepted break: a released one is no longer listed', () => {
    // Before the first release, versions are compared with the previous commit, which contains earlier breaks.
    const listed = revision?.startsWith('v') ? accepted : [];
    expect(listed.filter((change) => !breaks.includes(change))).toEqual([]);
  });
});

describe('a repository with a release', () => {
  let cwd: string;
  const gitIn = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...args], { cwd });
  const commit = (text: string) => {
    const path = join(cwd, summaryPath('shop'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    gitIn('add', '.');
    gitIn('commit', '--quiet', '--no-verify', '-m', 'next');
  };

  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'openapi-'));
    gitIn('init', '--quiet');
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  test('is compared with its tag, not with the previous commit', () => {
    commit('GET /orders\n  200: none\nGET /items\n  200: none\n');
    gitIn('tag', 'v1.0.0');
    commit('GET /orders\n  200: none\n');
    commit('GET /orders\n  200: none\nGET /carts\n  200: none\n');
    const released = summariesOf(cwd, lastRelease(cwd)!);
    expect(breaksBetween(released, summariesOf(cwd, 'HEAD'))).toEqual(['shop: GET /items is removed']);
    expect(breaksBetween(released, {})).toEqual(['shop is removed']);
    expect(breaksBetween({}, summariesOf(cwd, 'HEAD'))).toEqual([]);
  });
});

test('a removal in the real documents is found', () => {
  const part = 'ticketing';
  const lines = current[part]!.split('\n');
  const shown = lines.findIndex((line) => /^ {2}\.items\[\]\.id: /.test(line));
  const changed = [...lines.slice(0, shown), ...lines.slice(shown + 1)].join('\n');
  expect(breaksBetween(current, current)).toEqual([]);
  expect(breaksBetween(current, { ...current, [part]: changed })).toEqual([
    expect.stringMatching(/^ticketing: .* \(response\)\.items\[\]\.id is removed$/),
  ]);
});
