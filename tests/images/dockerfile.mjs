// Runs the instructions of a Dockerfile in plain folders, one for each stage: where no engine is at hand, this shows what
// the stages contain. An absolute path is below the folder of its stage, so RUN commands must use relative ones.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @typedef {{ stage: string, verb: string, text: string }} Instruction */

/** @param {string} text @returns {Instruction[]} */
export function instructionsOf(text) {
  let stage = '';
  return text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [, verb = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      if (verb === 'FROM') stage = / AS (\w+)$/i.exec(rest)?.[1] ?? rest;
      return { stage, verb, text: rest };
    });
}

/** `${NAME}`, `$NAME` and `${NAME:?message}`, as far as a Dockerfile knows them. */
export const substituted = (text, variables) =>
  text.replace(/\$\{(\w+)(?::\?([^}]*))?\}|\$(\w+)/g, (_, braced, message, bare) => {
    const value = variables[braced ?? bare] ?? '';
    if (value === '' && message !== undefined) throw new Error(`${braced} is missing: ${message}`);
    return value;
  });

/**
 * @typedef {object} Run
 * @property {string} dockerfile
 * @property {string} context folder
 * @property {string} folder in which each stage gets one
 * @property {Record<string, string>} args
 * @property {(source: string) => boolean} [isInContext] what `.dockerignore` lets through
 * @property {(stage: string, command: string, cwd: string) => boolean} [instead] replaces a command; true when it did
 */

/** @param {Run} run @returns {{ folderOf: (stage: string) => string, settings: Record<string, string[]> }} */
export function runDockerfile({ dockerfile, context, folder, args, isInContext = () => true, instead }) {
  const settings = {};
  const workdirs = {};
  const folderOf = (stage) => join(folder, stage);
  for (const { stage, verb, text } of instructionsOf(readFileSync(dockerfile, 'utf8'))) {
    const inside = (path) =>
      path.startsWith('/') ? join(folderOf(stage), path) : join(workdirs[stage] ?? folderOf(stage), path);
    if (verb === 'FROM') substituted(text, args);
    if (stage === '') continue;
    mkdirSync(folderOf(stage), { recursive: true });
    if (verb === 'WORKDIR') mkdirSync((workdirs[stage] = inside(text)), { recursive: true });
    if (verb === 'COPY') {
      const [, from, source = '', target = ''] =
        /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(substituted(text, args)) ?? [];
      const path = from ? join(folderOf(from), source) : join(context, source);
      if (!existsSync(path)) throw new Error(`COPY ${text}: ${path} does not exist`);
      mkdirSync(dirname(inside(target)), { recursive: true });
      cpSync(path, inside(target), {
        recursive: true,
        verbatimSymlinks: true,
        filter: from ? undefined : isInContext,
      });
    }
    if (verb === 'RUN') {
      const cwd = workdirs[stage] ?? folderOf(stage);
      if (instead?.(stage, text, cwd)) continue;
      const { status, stdout, stderr } = spawnSync('sh', ['-ec', text], {
        cwd,
        encoding: 'utf8',
        env: { ...process.env, ...args },
        maxBuffer: 64 << 20,
      });
      if (status !== 0) throw new Error(`${stage}: ${text}\n${stdout}${stderr}`);
    }
    if (['ENV', 'USER', 'ENTRYPOINT', 'CMD'].includes(verb))
      (settings[verb] ??= []).push(substituted(text, args));
  }
  return { folderOf, settings };
}
