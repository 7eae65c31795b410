import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The text of a PDF, read by a process of its own: the reader is an ES module, which these tests are not. */
export async function textOfPdf(pdf: Buffer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'coulisse-pdf-'));
  try {
    const file = join(folder, 'page.pdf');
    writeFileSync(file, pdf);
    return await new Promise((resolve, reject) => {
      execFile(
        process.execPath,
        [join(__dirname, 'pdf-text.mjs'), file],
        { timeout: 60_000, maxBuffer: 32 * 1024 * 1024 },
        (error, stdout) => (error ? reject(error as Error) : resolve(stdout)),
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
