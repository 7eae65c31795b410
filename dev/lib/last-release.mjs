import { spawnSync } from 'node:child_process';

const git = (cwd, ...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
};

/**
 * What contracts are compared with: the last release before this commit, because consumers run released versions. A
 * release is a tag `v1.2.3`. Before the first one it is the previous commit; null in a repository with one commit.
 * @param {string} cwd folder of the repository
 */
export function lastRelease(cwd) {
  const release = git(cwd, 'describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*.[0-9]*.[0-9]*');
  return release ?? (git(cwd, 'rev-parse', '--verify', '--quiet', 'HEAD~1') ? 'HEAD~1' : null);
}

/** @param {string} cwd @param {string} revision @param {string} path whether the revision has the path */
export const hasPath = (cwd, revision, path) =>
  git(cwd, 'rev-parse', '--verify', '--quiet', `${revision}:${path}`) !== null;
