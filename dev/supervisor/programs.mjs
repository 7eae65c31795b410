// A build overwrites the program of a service while the service runs. A copy of the last working one is kept beside it
// (where it finds its modules), so that it can run again when the new one does not work.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { DATA_DIR } from '../lib/settings.mjs';

/** @typedef {import('../lib/launch.mjs').ProcessSpec} ProcessSpec */

const short = (text) => createHash('sha256').update(text).digest('hex').slice(0, 8);
/** Several stacks of one clone share its builds. */
const MARK = `.kept-${short(DATA_DIR)}-`;

/** @param {ProcessSpec} spec */
function copyOf({ program, fingerprint = '' }) {
  if (!program || program.includes(MARK)) return program;
  const extension = extname(program);
  return `${program.slice(0, -extension.length || undefined)}${MARK}${short(fingerprint)}${extension}`;
}

/**
 * @param {ProcessSpec} spec of a healthy process
 * @param {ProcessSpec} [before] the process that it replaced; older copies are deleted
 */
export function saveProgramCopy(spec, before) {
  const { program } = spec;
  const copy = copyOf(spec);
  if (!program || !copy) return;
  if (copy !== program) copyFileSync(program, copy);
  const copiesToKeep = [copy, before && copyOf(before)];
  const folder = dirname(program);
  const copies = readdirSync(folder).filter((name) =>
    name.startsWith(basename(program).split('.')[0] + MARK),
  );
  for (const name of copies)
    if (!copiesToKeep.includes(join(folder, name))) rmSync(join(folder, name), { force: true });
}

/**
 * The same process, run from the copy of its program.
 * @param {ProcessSpec} spec
 * @returns {ProcessSpec}
 */
export function withSavedProgram(spec) {
  const copy = copyOf(spec);
  if (!copy || !existsSync(copy)) return spec;
  return { ...spec, program: copy, args: spec.args.map((arg) => (arg === spec.program ? copy : arg)) };
}
