// npm run gallery                        the development server, on the first free port from 4400, loopback only
// npm run gallery -- --build <folder>    a static copy, to be served at the root of a site
import { resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { parseArgs } from 'node:util';
import { createRsbuild, loadConfig, mergeRsbuildConfig } from '@rsbuild/core';

const FIRST_PORT = 4400;
const cwd = fileURLToPath(new URL('.', import.meta.url));
const { values } = parseArgs({ options: { build: { type: 'string' } } });

// The preset is TypeScript, which Node 20 does not load.
const { content } = await loadConfig({ cwd, path: 'rsbuild.config.mjs', loader: 'jiti' });

async function build(folder) {
  // The folder is the caller's: nothing in it is removed.
  const output = { distPath: { root: resolve(folder) }, cleanDistPath: false };
  const rsbuild = await createRsbuild({ cwd, config: mergeRsbuildConfig(content, { output }) });
  await rsbuild.build();
}

async function serve() {
  const server = { host: '127.0.0.1', port: FIRST_PORT, printUrls: false };
  const rsbuild = await createRsbuild({ cwd, config: mergeRsbuildConfig(content, { server }) });
  const { port } = await rsbuild.startDevServer();
  process.stdout.write(`Gallery: http://127.0.0.1:${port}/\n`);
}

if (values.build === undefined) await serve();
else {
  process.env.NODE_ENV = 'production';
  await build(values.build);
}
