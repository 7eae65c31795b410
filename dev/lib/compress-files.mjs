import { constants as modes, existsSync } from 'node:fs';
import { copyFile, readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The gateway serves these compressed (`gateway/src/fronts/static-files.ts`); source maps and fonts are left out. */
const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt']);
/** A shorter file fits into one packet as it is. */
const SMALLEST_BYTES = 1_024;
/** Both processors of a small machine. */
const AT_ONCE = 2;

const CODINGS = {
  '.br': (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  '.gz': (content) => promisify(gzip)(content, { level: 9 }),
};

/** Hidden files are never served. */
const isHidden = (path) => path.split(sep).some((part) => part.startsWith('.'));

const contentOf = (path) => readFile(path).catch(() => null);

async function compressFile(file, before) {
  const content = await readFile(file);
  if (content.length < SMALLEST_BYTES) return;
  const isSame = (await contentOf(before))?.equals(content) ?? false;
  for (const [suffix, compress] of Object.entries(CODINGS)) {
    if (isSame && existsSync(before + suffix)) {
      // Copied without its time: the gateway ignores a compressed file that is older than its original.
      await copyFile(before + suffix, file + suffix, modes.COPYFILE_FICLONE);
      continue;
    }
    const compressed = await compress(content);
    if (compressed.length < content.length) await writeFile(file + suffix, compressed);
  }
}

/**
 * Writes `.br` and `.gz` beside each compressible file below `folder`. What an earlier build in `before` compressed
 * and did not change since is copied from there, because the best quality of Brotli is slow.
 */
export async function compressFiles(folder, before) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const waiting = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !isHidden(relative(folder, file)));
  const worker = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift())
      await compressFile(file, join(before, relative(folder, file)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
