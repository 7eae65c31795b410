// node docker/prune.mjs <part> <folder> <node image>
// Writes what the image of one part is built from:
//   build/manifests        package.json files and lockfile to install the tools of the build
//   build/sources          sources of the part and of the packages that it uses
//   production/manifests   package.json files and lockfile of what runs
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { MIGRATION_PACKAGES, ROOT, readJson, workspacesOf } from './parts.mjs';

/** Tools that `dev/build.mjs` runs. */
const BUILD_TOOLS = ['@bufbuild/buf', 'esbuild', 'prisma', 'ts-proto', 'typescript', 'yaml'];
/** Beside the workspaces. */
const BUILD_SOURCES = [
  'dev',
  'docker',
  'tools',
  'proto',
  'buf.yaml',
  'buf.gen.yaml',
  'tsconfig.base.json',
  'tsconfig.json',
  'tsconfig.front.json',
];
/** Never part of an image: results, tests, and files of the machine. */
const LEFT_OUT =
  /(?:^|\/)(?:node_modules|dist|\.cache|\.data|test|generated)(?:\/|$)|\.test\.\w+$|\/dev\/seed\//;

const write = (path, value) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
};

/** The lockfile for a smaller set of workspaces: npm leaves out what nothing asks for. */
function prunedLock(manifest, folders) {
  const lock = readJson('package-lock.json');
  const names = new Set(folders.map((folder) => readJson(`${folder}/package.json`).name));
  const inWorkspace = (path) => folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const entries = Object.entries(lock.packages).filter(([path]) => {
    if (path === '') return false;
    if (path.startsWith('node_modules/@coulisse/')) return names.has(path.slice('node_modules/'.length));
    return path.startsWith('node_modules/') || inWorkspace(path);
  });
  return { ...lock, packages: { '': manifest, ...Object.fromEntries(entries) } };
}

function writeManifests(target, folders, dependencies) {
  const { name, version, engines, overrides } = readJson('package.json');
  const manifest = { name, version, private: true, engines, workspaces: folders, ...dependencies, overrides };
  write(join(target, 'package.json'), manifest);
  write(join(target, 'package-lock.json'), prunedLock(manifest, folders));
  for (const folder of folders)
    write(join(target, folder, 'package.json'), readJson(`${folder}/package.json`));
}

function copySources(target, folders) {
  for (const path of [...folders, ...BUILD_SOURCES])
    cpSync(join(ROOT, path), join(target, path), {
      recursive: true,
      filter: (source) => !LEFT_OUT.test(source.slice(ROOT.length)),
    });
  for (const parent of ['packages', 'services', 'micro-frontends', 'gateway', 'tests'])
    mkdirSync(join(target, parent), { recursive: true });
}

/** @param {string} part @param {string} folder */
export function prune(part, folder) {
  const target = resolve(folder);
  rmSync(target, { recursive: true, force: true });
  const { build, production } = workspacesOf(part);
  const { devDependencies } = readJson('package.json');
  const tools = [...BUILD_TOOLS, ...MIGRATION_PACKAGES].filter((name) => devDependencies[name]);
  const versions = (names) => Object.fromEntries(names.map((name) => [name, devDependencies[name]]));
  writeManifests(join(target, 'build/manifests'), build, { devDependencies: versions(tools) });
  writeManifests(join(target, 'production/manifests'), production, {
    dependencies: versions(MIGRATION_PACKAGES.filter((name) => devDependencies[name])),
  });
  copySources(join(target, 'build/sources'), build);
}

const [part, folder, image] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename)
  try {
    if (!part || !folder) throw new Error('node docker/prune.mjs <part> <folder> <node image>');
    // A tag names another image tomorrow.
    if (!/@sha256:[0-9a-f]{64}$/.test(image ?? ''))
      throw new Error(`NODE_IMAGE is no image by digest: ${image}`);
    prune(part, folder);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
