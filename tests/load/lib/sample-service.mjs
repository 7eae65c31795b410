// The sample service of the packages with a database of its own, in this process: its messages to the database are counted.
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import pg from 'pg';
import { adminUrl } from './search-index.mjs';

// The sample finds its migrations from where its program is: in a folder of the package.
const SAMPLE = join(import.meta.dirname, '../../../packages/sample');

async function loadSample() {
  const outfile = join(SAMPLE, 'dist', `load-${randomBytes(4).toString('hex')}.cjs`);
  await build({
    stdin: {
      resolveDir: join(SAMPLE, 'src'),
      contents: `export { sampleKernel } from './sample-kernel';\nexport { tokenOf } from './resource-server';`,
    },
    bundle: true,
    platform: 'node',
    packages: 'bundle',
    external: ['pg', '@grpc/*', 'kafkajs', '@prisma/*', 'pino', 'pino-pretty', 'express', 'inversify'],
    outfile,
    logLevel: 'error',
  });
  const module = createRequire(import.meta.url)(outfile);
  await rm(outfile);
  return module;
}

export async function startSample() {
  process.env.TEST_POSTGRES_URL ??= await adminUrl();
  const { sampleKernel, tokenOf } = await loadSample();
  const kernel = await sampleKernel();
  let messages = 0;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (...args) {
    messages += 1;
    return Reflect.apply(query, this, args);
  };
  return {
    /** An answer, its time in ms, and the messages that were sent to the database for it. */
    send: async (method, path, body, headers) => {
      messages = 0;
      const began = performance.now();
      const answer = await kernel.send(method, path, body, headers);
      const ms = performance.now() - began;
      if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
      return { body: answer.body, ms, messages };
    },
    /** Its address, for requests over the network; `headers` of a caller with some rights. */
    address: `http://127.0.0.1:${kernel.server.port}/b/api/sample`,
    headers: (caller) => ({ authorization: `Bearer ${tokenOf({ ...kernel.caller, ...caller })}` }),
    url: kernel.database.urls.url,
    tenantId: kernel.caller.tenantId,
    stop: async () => {
      pg.Client.prototype.query = query;
      await kernel.close();
    },
  };
}
