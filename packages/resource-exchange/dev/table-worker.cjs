// Bundles the worker that reads files and runs it, for tests that run from source. A build ships the bundle instead.
const { buildSync } = require('esbuild');
const Module = require('node:module');
const { join } = require('node:path');

const source = join(__dirname, '../src/reading/table-worker.ts');
const { outputFiles } = buildSync({
  entryPoints: [source],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
});
const worker = new Module(source, module);
worker.filename = source;
worker.paths = Module._nodeModulePaths(__dirname);
worker._compile(outputFiles[0].text, source);
