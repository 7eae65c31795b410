// Builds a program from the Go module proxy, as a module of our own below tools/go whose go.sum pins the downloads.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../lib/command.mjs';
import { CACHE_DIR, ROOT } from '../lib/settings.mjs';
import { ensureGo } from './go.mjs';

const moduleOf = (name) => join(ROOT, 'tools/go', name);

/** Path of the binary, which is stored under the checksum of its go.mod, its go.sum and sources of our own. */
export function goProgram(name) {
  const sums = createHash('sha256');
  const sources = readdirSync(moduleOf(name)).filter((file) => file.endsWith('.go'));
  for (const file of ['go.mod', 'go.sum', ...sources.sort()])
    sums.update(readFileSync(join(moduleOf(name), file)));
  return join(CACHE_DIR, 'go/bin', `${name}-${sums.digest('hex').slice(0, 12)}`);
}

/**
 * @param {string} name of the folder in tools/go
 * @param {string} main the package that is the program
 * @param {(tools: { go: string, cwd: string, env: NodeJS.ProcessEnv, folder: string }) => Promise<string>} [prepare]
 *   returns the folder to build in, for a module that does not build as downloaded; `folder` is deleted after the build
 * @param {string} [ldflags] further flags of the linker: values of variables, such as a version
 */
export async function buildGoProgram(name, main, prepare, ldflags = '') {
  const target = goProgram(name);
  if (existsSync(target)) return;
  const go = await ensureGo();
  // Caches of its own: they are deleted after the build, while another program may still be building.
  const folder = join(CACHE_DIR, 'go', name);
  const caches = { GOPATH: join(folder, 'path'), GOCACHE: join(folder, 'build') };
  const env = { ...process.env, ...caches, GOTOOLCHAIN: 'local', GOFLAGS: '-modcacherw', CGO_ENABLED: '0' };
  await mkdir(dirname(target), { recursive: true });
  const cwd = (await prepare?.({ go, cwd: moduleOf(name), env, folder })) ?? moduleOf(name);
  const flags = ['-mod=readonly', '-trimpath', '-buildvcs=false', `-ldflags=-s -w ${ldflags}`.trim()];
  await run(`build-${name}`, go, ['build', ...flags, '-o', `${target}.arriving`, main], {
    cwd,
    env,
    advice: 'Is the Go module proxy reachable? GOPROXY names another one.',
  });
  await rename(`${target}.arriving`, target);
  // The caches are far larger than the binary.
  await rm(folder, { recursive: true, force: true });
}
