import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { root } from '../tracked-files';
import { SUMMARIES } from './api-documents';
import { breakingChanges } from './breaking-changes';
import { parse } from './summary';

/** Texts of summaries, by part. */
export type Summaries = Readonly<Record<string, string>>;

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 64 << 20 });

/** The revision that contracts are compared with; null in a repository with one commit. */
export function lastRelease(cwd: string): string | null {
  const script = `import { lastRelease } from './dev/lib/last-release.mjs';
    console.log(JSON.stringify(lastRelease(process.argv[1])));`;
  const args = ['--input-type=module', '--eval', script, cwd];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })) as string | null;
}

/** The committed summaries of a revision; none before the first that has some. */
export function summariesOf(cwd: string, revision: string): Summaries {
  const paths = git(cwd, 'ls-tree', '-r', '--name-only', revision, '--', SUMMARIES)
    .split('\n')
    .filter(Boolean);
  return Object.fromEntries(
    paths.map((path) => [basename(path, '.txt'), git(cwd, 'show', `${revision}:${path}`)]),
  );
}

/** What breaks clients of the earlier summaries, with the name of the part. */
export const breaksBetween = (earlier: Summaries, later: Summaries): string[] =>
  Object.entries(earlier).flatMap(([part, text]) => {
    const current = later[part];
    if (current === undefined) return [`${part} is removed`];
    return breakingChanges(parse(text), parse(current)).map((change) => `${part}: ${change}`);
  });
