// What belongs to the image of a part.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closure, workspaces } from '../dev/lib/workspaces.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Folder of a part in the repository. */
export const folderOf = (part) => (part === 'gateway' ? 'gateway' : `services/${part}`);

export const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** Folders of a workspace and of all that it needs at run time. */
function neededAtRunTime(all, name, seen = new Set()) {
  const workspace = all.get(name);
  if (!workspace || seen.has(name)) return [];
  seen.add(name);
  const { dependencies = {} } = readJson(relative(ROOT, join(workspace.dir, 'package.json')));
  return [workspace, ...Object.keys(dependencies).flatMap((need) => neededAtRunTime(all, need, seen))];
}

/** Fronts are built with the gateway, which serves them and renders the pages of one (docs/adr/0070-…). */
const frontsIn = (all) =>
  [...all.values()].filter(({ dir }) => dirname(dir) === join(ROOT, 'micro-frontends'));

/** @param {string} part @returns {{ build: string[], production: string[] }} folders of workspaces */
export function workspacesOf(part) {
  if (!existsSync(join(ROOT, folderOf(part), 'package.json'))) throw new Error(`no part is named ${part}`);
  const all = workspaces();
  const { name } = readJson(`${folderOf(part)}/package.json`);
  const fronts = part === 'gateway' ? frontsIn(all).map((front) => front.name) : [];
  const folders = (list) => [...new Set(list.map(({ dir }) => relative(ROOT, dir)))].sort();
  const seen = new Set();
  return {
    build: folders(
      [name, '@coulisse/resource-exchange', ...fronts].flatMap((each) => closure(all, each, seen)),
    ),
    production: folders(neededAtRunTime(all, name)),
  };
}

/** Programs of the migrations: `tools/migrate.mjs` and what it imports of our own. */
export const MIGRATION_TOOLS = [
  'tools/migrate.mjs',
  'tools/lib/databases.mjs',
  'tools/lib/kit-migrations.mjs',
  'tools/lib/schema-engine.mjs',
];
/** The schema engine is a dependency of the repository, not of a part. */
export const MIGRATION_PACKAGES = [
  '@prisma/schema-engine-wasm',
  '@prisma/driver-adapter-utils',
  '@prisma/adapter-pg',
  'pg',
];

export const entriesOf = (folder) => (existsSync(folder) ? readdirSync(folder) : []);
