import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasPath, lastRelease } from './last-release.mjs';

/** A repository with commits; a name of the list that starts with a `v` is tagged. */
function repository(t, commits) {
  const cwd = mkdtempSync(join(tmpdir(), 'release-'));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...args], { cwd });
  git('init', '--quiet');
  for (const name of commits) {
    writeFileSync(join(cwd, 'a.txt'), name);
    git('add', '.');
    git('commit', '--quiet', '--no-verify', '-m', name);
    if (name.startsWith('v')) git('tag', name);
  }
  return cwd;
}

test('compares with the last release, not with the previous commit', (t) => {
  assert.equal(lastRelease(repository(t, ['v1.0.0', 'one', 'v1.1.0', 'two', 'three'])), 'v1.1.0');
});

test('compares with the previous commit before the first release', (t) => {
  assert.equal(lastRelease(repository(t, ['one', 'two'])), 'HEAD~1');
});

test('ignores tags that are no version', (t) => {
  assert.equal(lastRelease(repository(t, ['v1.0.0', 'vnext', 'two'])), 'v1.0.0');
});

test('has nothing to compare a first commit with', (t) => {
  assert.equal(lastRelease(repository(t, ['one'])), null);
});

test('finds the paths of a revision', (t) => {
  const cwd = repository(t, ['v1.0.0', 'two']);
  assert.equal(hasPath(cwd, 'v1.0.0', 'a.txt'), true);
  assert.equal(hasPath(cwd, 'v1.0.0', 'b.txt'), false);
});
