import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const cache = join(root, '.cache');

/** A small service that only the kit's own tests run. */
const SAMPLE = 'packages/sample';

/** Folder of a deployable part. */
export const partDir = (name) =>
  join(root, name === 'gateway' ? name : name === 'sample' ? SAMPLE : join('services', name));

/** The parts that have a Prisma schema of their own: those whose `prisma/schema/main.prisma` exists. */
export async function parts() {
  const services = (await readdir(join(root, 'services'), { withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  );
  return [...services.map((entry) => entry.name).sort(), 'gateway', 'sample']
    .map((name) => ({ name, dir: partDir(name), prisma: join(partDir(name), 'prisma') }))
    .filter((part) => existsSync(join(part.prisma, 'schema/main.prisma')));
}

/** Text of a file, nothing when it is not there. */
export const read = (path) =>
  readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

/** Every schema file of a Prisma folder, in a stable order. */
export async function schemaFiles(prisma) {
  const names = (await readdir(join(prisma, 'schema'), { recursive: true }))
    .filter((name) => name.endsWith('.prisma'))
    .sort();
  return Promise.all(
    names.map(async (name) => ({ path: name, content: await read(join(prisma, 'schema', name)) })),
  );
}
