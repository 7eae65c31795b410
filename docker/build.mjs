// node docker/build.mjs <part>: builds a part in its pruned workspace, and gathers in `out` what its image holds.
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../dev/build.mjs';
import { MIGRATION_TOOLS, ROOT, entriesOf, folderOf, workspacesOf } from './parts.mjs';

const OUT = join(ROOT, 'out');
/** Of the folder of a part, all but its sources: bundle, migrations, templates. */
const NOT_OF_A_PART = new Set(['src', 'test', 'node_modules', 'README.md']);

function take(path) {
  if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(OUT, path), { recursive: true });
}

const part = process.argv[2] ?? '';
const { build: folders, production } = workspacesOf(part);
const fronts = folders.filter((folder) => folder.startsWith('micro-frontends/'));
await build([part, ...fronts.map((front) => front.split('/')[1])]);

mkdirSync(OUT, { recursive: true });
const folder = folderOf(part);
for (const name of entriesOf(join(ROOT, folder))) if (!NOT_OF_A_PART.has(name)) take(join(folder, name));
for (const name of production.filter((name) => name.startsWith('packages/'))) take(join(name, 'migrations'));
for (const front of fronts) take(join(front, 'dist'));
for (const path of [...MIGRATION_TOOLS, 'packages/service-kit/dist/telemetry.js', 'docker/run.mjs'])
  take(path);
