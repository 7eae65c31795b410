// npm run openapi: writes the summaries of the HTTP APIs, packages/contracts/openapi/<part>.txt.
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { serverBundle } from '../../../dev/build.mjs';
import { CACHE_DIR, ROOT } from '../../../dev/lib/settings.mjs';

const outfile = join(CACHE_DIR, 'openapi/api-documents.cjs');
await build({ ...serverBundle(join(import.meta.dirname, 'api-documents.ts'), outfile), sourcemap: false });
const { currentSummaries, summaryPath } = createRequire(import.meta.url)(outfile);
for (const [name, text] of Object.entries(currentSummaries())) {
  const path = join(ROOT, summaryPath(name));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
