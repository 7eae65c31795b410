// npm run generate: everything that is derived and not committed. Steps whose inputs did not change are skipped.
//   protobuf and the names of the services → packages/contracts/src/generated · tables of resources → prisma/schema/generated · Prisma clients → src/generated/prisma
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parts, read, root, schemaFiles } from './lib/databases.mjs';
import { projectResources } from './lib/project-resources.mjs';
import { step } from './lib/stamps.mjs';

const TOPOLOGY = join(root, 'packages/contracts/src/topology.json');
const SERVICE_NAME = join(root, 'packages/contracts/src/generated/service-name.ts');
const tool = (name) => join(root, 'node_modules/.bin', name);

async function run(command, args, env = {}) {
  try {
    await promisify(execFile)(command, args, { cwd: root, env: { ...process.env, ...env } });
  } catch (error) {
    throw new Error(`${args.join(' ')}\n${error.stdout}${error.stderr}`, { cause: error });
  }
}
/** Does not write a file whose content is the same, so that watchers are not triggered. */
async function write(path, text) {
  if ((await read(path)) !== text) await writeFile(path, text);
}

/** A type cannot read the names from the JSON file. */
async function generateServiceName() {
  const services = JSON.parse(await readFile(TOPOLOGY, 'utf8')).filter(({ kind }) => kind === 'service');
  await mkdir(dirname(SERVICE_NAME), { recursive: true });
  await write(
    SERVICE_NAME,
    `export type ServiceName = ${services.map(({ name }) => `'${name}'`).join(' | ')};\n`,
  );
}

/** A file that is not generated any more would declare its models for ever. */
async function removeOthers(generated) {
  for (const file of await readdir(generated))
    if (file !== 'resources.prisma') await rm(join(generated, file), { recursive: true });
}

async function generateSchema({ name, dir, prisma }) {
  const generated = join(prisma, 'schema/generated');
  const resources = join(dir, 'src/resources/index.ts');
  await mkdir(generated, { recursive: true });
  await removeOthers(generated);
  if (!existsSync(resources)) return;
  const target = join(generated, 'resources.prisma');
  const inputs = [
    join(dir, 'src/resources'),
    join(root, 'packages/resource/src'),
    join(root, 'tools/lib/project-resources.mjs'),
  ];
  await step(`${name}.resources`, inputs, [target], async () =>
    write(target, await projectResources(name, resources)),
  );
}

async function generateClient({ name, dir, prisma }) {
  const files = await schemaFiles(prisma);
  if (!files.some((file) => /^generator client /m.test(file.content))) return;
  const inputs = [join(prisma, 'schema'), join(root, 'node_modules/prisma/package.json')];
  await step(`${name}.prisma-client`, inputs, [join(dir, 'src/generated/prisma')], () =>
    // Generating needs no engine; without this the command tries to download one.
    run(tool('prisma'), ['generate', '--schema', join(prisma, 'schema'), '--no-hints'], {
      PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true',
    }),
  );
}

export async function generate(names = []) {
  const protobuf = [join(root, 'proto'), join(root, 'buf.gen.yaml'), join(root, 'buf.yaml')];
  await step('protobuf', protobuf, [join(root, 'packages/contracts/src/generated')], () =>
    run(tool('buf'), ['generate'], { PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` }),
  );
  await step('service-names', [TOPOLOGY], [SERVICE_NAME], generateServiceName);
  const failures = [];
  for (const part of (await parts()).filter(({ name }) => !names.length || names.includes(name)))
    try {
      await generateSchema(part);
      await generateClient(part);
    } catch (error) {
      failures.push(`${part.name}: ${error.message}`);
    }
  if (failures.length) throw new Error(failures.join('\n'));
}

if (process.argv[1] === import.meta.filename)
  await generate(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
