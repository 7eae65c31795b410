// npm run build: generated code, one bundle per service, the fronts. What did not change is not built again.
//   npm run build -- crm gateway     only the named parts
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { generate } from '../tools/generate.mjs';
import { step } from '../tools/lib/stamps.mjs';
import { UserError, run } from './lib/command.mjs';
import { compressFiles } from './lib/compress-files.mjs';
import { CACHE_DIR, ROOT } from './lib/settings.mjs';
import { closure, sources, workspaces } from './lib/workspaces.mjs';

const SELF = fileURLToPath(import.meta.url);
const COMPRESSION = fileURLToPath(new URL('./lib/compress-files.mjs', import.meta.url));
const LOCK = join(ROOT, 'package-lock.json');
export const RSBUILD = join(ROOT, 'node_modules/@rsbuild/core/bin/rsbuild.js');
const AT_ONCE = 2;

/** Workspace packages are TypeScript and go into the bundle; everything else is loaded from node_modules. */
const keepDependenciesOutside = {
  name: 'dependencies-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@coulisse/') ? undefined : { path, external: true },
    );
  },
};

/** @param {string} entry @param {string} outfile @returns {import('esbuild').BuildOptions & { plugins: import('esbuild').Plugin[] }} */
export const serverBundle = (entry, outfile) => ({
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
  // Without keepNames: it would name each closure again whenever it is made, which takes a quarter of a microsecond. Names
  // stay as they are written, but for a digit where two files use the same one.
  plugins: [keepDependenciesOutside],
});

/** The worker that reads table files; the kit expects its bundle beside that of its service. */
export const TABLE_WORKER = {
  entry: join(ROOT, 'packages/resource-exchange/src/reading/table-worker.ts'),
  output: 'table-worker.js',
};

/**
 * Writes characters outside ASCII as escapes: Node.js reads a program with one such character as text with two bytes for
 * each of its characters, 2 to 5 MB instead of half of that. esbuild escapes them in texts, not in regular expressions.
 */
export async function escapeNonAscii(file) {
  const code = await readFile(file, 'utf8');
  const escaped = code.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (escaped !== code) await writeFile(file, escaped);
}

function buildServer(all, workspace, entry, output) {
  const outfile = join(workspace.dir, 'dist', output);
  const inputs = [...closure(all, workspace.name).flatMap(sources), LOCK, SELF];
  const name = `build.${basename(workspace.dir)}.${basename(output, '.js')}`;
  return step(name, inputs, [outfile], async () => {
    await bundle(serverBundle(resolve(workspace.dir, entry), outfile));
    await escapeNonAscii(outfile);
  });
}

/** @param {import('./lib/workspaces.mjs').Workspace} workspace */
export const isService = ({ dir }) => dirname(dir) === join(ROOT, 'services');

/** Writes what the shell needs of a remote before it loads its code: the module is run once, here, and outlined. */
async function writeOutline({ dir }, file) {
  const program = join(dir, 'node_modules/.cache/outline.cjs');
  await bundle({
    stdin: {
      contents: `import module from './src/module';
        import { outlineOf } from '@coulisse/mfe-kit/outline';
        export const outline = outlineOf(module);`,
      resolveDir: dir,
    },
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    // Parts that are loaded later are bundled and not run; what they need of a browser is no error here.
    logLevel: 'error',
  });
  const require = createRequire(SELF);
  const { outline } = require(program);
  delete require.cache[program];
  rmSync(program);
  writeFileSync(file, JSON.stringify(outline));
}

/** The file of a front that renders its pages on the server. */
const PAGES = 'src/server/page.tsx';

/**
 * Bundles what renders the pages of a front on the server, into a folder of its build that is never served (the name
 * begins with a dot). It contains all it needs: the gateway loads it and has none of the fronts' libraries.
 */
const bundlePages = (dir, folder) =>
  bundle({
    entryPoints: [join(dir, PAGES)],
    outfile: join(folder, '.server/page.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.css': 'empty' },
    // The same module stands in for the library in the scripts of the browser (`rsbuild.config.ts`).
    alias: { 'react-i18next': join(dir, 'src/texts/react-i18next.tsx') },
    logLevel: 'warning',
  });

/** The script of a front that pages of other sites load. */
const WIDGET = 'src/widget/widget.ts';

/** One file under a name that never changes: it stands in the pages of theatres. */
const bundleWidget = (dir, folder) =>
  bundle({
    entryPoints: [join(dir, WIDGET)],
    outfile: join(folder, 'widget.js'),
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  });

/** Builds into a temporary folder, then swaps it with the previous build, which the gateway may be serving. */
function buildFront(all, workspace) {
  const name = `build.front.${basename(workspace.dir)}`;
  const inputs = [...closure(all, workspace.name).flatMap(sources), LOCK, SELF, COMPRESSION];
  const output = join(workspace.dir, 'dist');
  const [next, before] = ['next', 'before'].map((which) =>
    join(CACHE_DIR, 'fronts', which, basename(workspace.dir)),
  );
  return step(name, inputs, [output], async () => {
    for (const folder of [next, before]) rmSync(folder, { recursive: true, force: true });
    await run(name, process.execPath, [RSBUILD, 'build', '--dist-path', next], {
      cwd: workspace.dir,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (existsSync(join(next, 'mf-manifest.json')) && !existsSync(join(next, 'index.html')))
      await writeOutline(workspace, join(next, 'outline.json'));
    if (existsSync(join(workspace.dir, PAGES))) await bundlePages(workspace.dir, next);
    if (existsSync(join(workspace.dir, WIDGET))) await bundleWidget(workspace.dir, next);
    await compressFiles(next, output);
    mkdirSync(dirname(before), { recursive: true });
    if (existsSync(output)) renameSync(output, before);
    renameSync(next, output);
    rmSync(before, { recursive: true, force: true });
  });
}

/** Runs tasks, `AT_ONCE` at a time. A failure is thrown once the other workers have ended. */
async function inTurn(tasks) {
  const waiting = [...tasks];
  const worker = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) await task();
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/** @param {string[]} [names] of services, `gateway` or micro-frontends; all when there are none */
export async function build(names = []) {
  const all = workspaces();
  const selected = [...all.values()].filter(({ dir }) => names.length === 0 || names.includes(basename(dir)));
  await generate();
  const kit = all.get('@coulisse/service-kit');
  const servers = selected.filter(
    ({ dir }) => existsSync(join(dir, 'src/main.ts')) && dirname(dir) !== join(ROOT, 'micro-frontends'),
  );
  for (const server of servers) {
    await buildServer(all, server, 'src/main.ts', 'main.js');
    if (isService(server)) await buildServer(all, server, TABLE_WORKER.entry, TABLE_WORKER.output);
  }
  if (kit && existsSync(join(kit.dir, 'src/telemetry/register.ts')))
    await buildServer(all, kit, 'src/telemetry/register.ts', 'telemetry.js');
  const fronts = selected.filter(({ dir }) => existsSync(join(dir, 'rsbuild.config.ts')));
  await inTurn(fronts.map((front) => () => buildFront(all, front)));
}

if (process.argv[1] === SELF)
  await build(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    if (error instanceof UserError && error.log) console.error(`The whole log: ${error.log}`);
    process.exitCode = 1;
  });
