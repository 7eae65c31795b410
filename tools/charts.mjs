// npm run charts                        writes what is derived below charts/ and k8s/: schemas, tables, topics, realms
// npm run charts -- goldens             and charts/goldens: what each chart renders
// npm run charts -- assemble            the charts with their dependencies, in .cache/charts
// npm run charts -- package <folder>    the chart of the whole product, as one archive for `helm install`
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ROOT } from '../dev/lib/settings.mjs';
import { generatedFiles, leftOver } from './charts/generated.mjs';

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function generate() {
  const files = await generatedFiles();
  for (const [path, text] of files) write(join(ROOT, path), text);
  for (const path of leftOver(files)) rmSync(join(ROOT, path));
  console.log(`${files.size} files below charts/ and k8s/`);
}

async function writeGoldens(option) {
  const { hasHelm } = await import('../dev/infra/helm.mjs');
  if (option === '--if-built' && !hasHelm()) {
    console.log('Before you commit: npm run charts -- goldens (what the charts render; builds Helm)');
    return;
  }
  const { GOLDENS, renderGoldens } = await import('./charts/goldens.mjs');
  const rendered = await renderGoldens();
  mkdirSync(GOLDENS, { recursive: true });
  for (const name of readdirSync(GOLDENS)) if (!rendered.has(name)) rmSync(join(GOLDENS, name));
  for (const [name, text] of rendered) write(join(GOLDENS, name), text);
  console.log(`${rendered.size} goldens in charts/goldens`);
}

async function assemble() {
  const { assembled } = await import('./charts/helm.mjs');
  console.log(assembled());
}

async function packageCharts(folder) {
  if (!folder) throw new Error('npm run charts -- package <folder>');
  const { assembled, helm } = await import('./charts/helm.mjs');
  process.stdout.write(
    await helm(['package', join(assembled(), 'coulisse'), '--destination', resolve(folder)]),
  );
}

const [command, argument] = process.argv.slice(2);
try {
  if (command === 'package') await packageCharts(argument);
  else if (command === 'assemble') await assemble();
  else {
    await generate();
    if (command === 'goldens') await writeGoldens(argument);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
