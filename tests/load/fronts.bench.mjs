// What a browser downloads: the shell, each remote that the gateway lists as it is opened, and the public front. Sizes do
// not depend on the machine, so they are checked with --smoke too.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { addresses } from '../../dev/lib/addresses.mjs';
import { ROOT } from '../../dev/lib/settings.mjs';
import { goal, table } from './lib/report.mjs';

export const needs = {};

const FRONTS = join(ROOT, 'micro-frontends');
const kilobytes = (files) =>
  Math.round(files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0) / 1000);

/** The script elements of a page. */
function scriptsOf(name) {
  const dist = join(FRONTS, name, 'dist');
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  return [...page.matchAll(/<script[^>]+src="[^"]*\/(static\/[^"]+)"/g)].map(([, path]) => join(dist, path));
}

/** The entry of a remote and what its module needs at once. */
function moduleOf(name) {
  const dist = join(FRONTS, name, 'dist');
  const { metaData, exposes } = JSON.parse(readFileSync(join(dist, 'mf-manifest.json'), 'utf8'));
  const { path, name: entry } = metaData.remoteEntry;
  const files = [join(path, entry), ...exposes.flatMap(({ assets }) => assets.js.sync)];
  return files.map((file) => join(dist, file));
}

/** Every script of a front, also those that most pages never load. */
const allScripts = (name) =>
  readdirSync(join(FRONTS, name, 'dist/static/js'), { recursive: true })
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(FRONTS, name, 'dist/static/js', file));

export async function run() {
  const built = readdirSync(FRONTS).filter((name) => existsSync(join(FRONTS, name, 'dist')));
  const answer = await fetch(`${addresses().publicUrl}/federation.json`);
  const remotes = (await answer.json()).map(({ name }) => name);
  if (remotes.length === 0) throw new Error('no remote is built: npm run build');
  const rows = built.map((name) => [
    name,
    kilobytes(remotes.includes(name) ? moduleOf(name) : scriptsOf(name)),
    kilobytes(allScripts(name)),
  ]);
  table(['kB, compressed', 'at first', 'all scripts'], rows);
  const sizeOf = (name, column) => rows.find(([front]) => front === name)?.[column];
  const goals = [
    goal(
      'kB of the largest remote, at first',
      Math.max(...remotes.map((name) => sizeOf(name, 1))),
      'at most',
      60,
    ),
    // A remote that brings its own copy of what the shell shares would be as large as the shell. Its pages are loaded when
    // they are opened: those of ticketing are editors of plans and placements, and libraries of calendars, charts and codes
    // of 133 kB.
    goal(
      'largest remote ÷ shell, all scripts',
      Math.max(...remotes.map((name) => sizeOf(name, 2))) / sizeOf('shell', 2),
      'at most',
      0.45,
    ),
    goal(
      'kB of the largest outline of a remote, which the shell loads at its start',
      Math.max(
        ...remotes.map(
          (name) => gzipSync(readFileSync(join(FRONTS, name, 'dist/outline.json'))).length / 1000,
        ),
      ),
      'at most',
      6,
    ),
    goal('kB of the public front, at first', sizeOf('public-front', 1), 'at most', 150),
    // Pages that are loaded when they are opened are most of it: the editor of lines and that of templates, imports, boards.
    goal('kB of the shell, all scripts', sizeOf('shell', 2), 'at most', 900),
  ];
  const missed = goals.filter(({ isMet }) => !isMet);
  if (missed.length > 0) throw new Error(missed.map(({ text }) => text).join('\n'));
  return goals;
}
