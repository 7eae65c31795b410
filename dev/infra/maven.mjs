// Downloads from Maven Central. Each has a local repository of its own, deleted afterwards: two runs at once cannot
// share one, and the archives would stay beside their contents.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../lib/command.mjs';
import { CACHE_DIR } from '../lib/settings.mjs';
import { ensureJava } from './java.mjs';

const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

/**
 * @param {string} name
 * @param {string} goal
 * @param {string[]} args
 */
export async function maven(name, goal, args) {
  const { home } = await ensureJava();
  await mkdir(CACHE_DIR, { recursive: true });
  const repository = join(CACHE_DIR, 'maven', name);
  const options = ['-q', '-B', `-Dmaven.repo.local=${repository}`, '-Dmaven.wagon.http.retryHandler.count=3'];
  await run(`download-${name}`, 'mvn', [...options, ...args, `${PLUGIN}:${goal}`], {
    cwd: CACHE_DIR,
    env: { ...process.env, JAVA_HOME: home },
    advice: 'Is Maven Central reachable? A mirror or a proxy goes into ~/.m2/settings.xml.',
  });
  await rm(repository, { recursive: true, force: true });
}
