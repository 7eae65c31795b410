import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '..', '..');
const run = promisify(execFile);

/** The repository as it stands, in a folder of its own: its packages are the copy's, what it depends on is shared. */
export async function copyRepository(): Promise<string> {
  const target = await mkdtemp(join(tmpdir(), 'coulisse-guide-'));
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 1e8,
  });
  const files = stdout.split('\n').filter(Boolean);
  const folders = new Set(files.map((file) => dirname(join(target, file))));
  await Promise.all([...folders].map((folder) => mkdir(folder, { recursive: true })));
  // One after the other, these thousands of files take as long as the guides themselves.
  await Promise.all(
    files.map((file) =>
      copyFile(join(root, file), join(target, file)).catch((error: NodeJS.ErrnoException) => {
        // A file that is being removed is listed until that is committed.
        if (error.code !== 'ENOENT') throw error;
      }),
    ),
  );
  const modules = join(target, 'node_modules');
  await mkdir(join(modules, '@coulisse'), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@coulisse') await symlink(join(root, 'node_modules', name), join(modules, name));
  for (const folder of ['packages', 'services'])
    for (const name of await readdir(join(target, folder)))
      await symlink(join(target, folder, name), join(modules, '@coulisse', name));
  return target;
}
