import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(__dirname, '..', '..');
export const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');

/** Paths of the repository's files, new ones included; deleted and ignored ones are not. */
export const trackedFiles: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => path && existsSync(join(root, path)));

/** Sources of the product, without tests. */
export const productSources: readonly string[] = trackedFiles
  .filter((path) => /^(?:gateway|(?:services|packages|micro-frontends)\/[\w-]+)\/src\/.+\.tsx?$/.test(path))
  .filter((path) => !/\.test\.tsx?$/.test(path));
