import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const textsByHash = new Map<string, Promise<string>>();

/** The text of a PDF; the same bytes are read once. */
export function textOfPdf(pdf: Buffer): Promise<string> {
  const name = createHash('sha256').update(pdf).digest('hex');
  const found = textsByHash.get(name) ?? readText(pdf);
  textsByHash.set(name, found);
  return found;
}

/** Read by a process of its own: the reader is an ES module, which these tests are not. */
async function readText(pdf: Buffer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'coulisse-pdf-'));
  try {
    const file = join(folder, 'page.pdf');
    writeFileSync(file, pdf);
    return await new Promise((resolve, reject) => {
      execFile(
        process.execPath,
        [join(__dirname, 'pdf-text.mjs'), file],
        { timeout: 60_000, maxBuffer: 32 * 1024 * 1024 },
        (error, stdout) => (error ? reject(new Error(error.message, { cause: error })) : resolve(stdout)),
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
