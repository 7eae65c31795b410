// The workspaces of the repository and what they need of each other.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './settings.mjs';

const SCOPE = '@coulisse/';

/** @typedef {{ name: string, dir: string, needs: string[] }} Workspace */

const foldersIn = (folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(ROOT, folder, entry.name));

/** @returns {Map<string, Workspace>} by package name */
export function workspaces() {
  const folders = [...['packages', 'services', 'micro-frontends'].flatMap(foldersIn), join(ROOT, 'gateway')];
  const found = folders
    .filter((dir) => existsSync(join(dir, 'package.json')))
    .map((dir) => {
      const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
      const needs = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
      return { name: manifest.name, dir, needs: needs.filter((need) => need.startsWith(SCOPE)) };
    });
  return new Map(found.map((workspace) => [workspace.name, workspace]));
}

/**
 * A workspace and all that it needs, directly or not.
 * @param {Map<string, Workspace>} all @param {string} name
 * @returns {Workspace[]}
 */
export function closure(all, name, seen = new Set()) {
  const workspace = all.get(name);
  if (!workspace || seen.has(name)) return [];
  seen.add(name);
  return [workspace, ...workspace.needs.flatMap((need) => closure(all, need, seen))];
}

/** What a workspace is built from: never its output. @param {Workspace} workspace */
export const sources = ({ dir }) =>
  ['src', 'public', 'package.json', 'rsbuild.config.ts'].map((name) => join(dir, name)).filter(existsSync);
