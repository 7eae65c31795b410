// The sample service of the packages with a database of its own, in this process: its messages to the database are counted.
import pg from 'pg';
import { adminUrl } from './search-index.mjs';
import { loadSources, SAMPLE } from './sources.mjs';

export async function startSample() {
  process.env.TEST_POSTGRES_URL ??= await adminUrl();
  const { sampleKernel, tokenOf } = await loadSources(
    SAMPLE,
    `export { sampleKernel } from './sample-kernel';\nexport { tokenOf } from './resource-server';`,
  );
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
