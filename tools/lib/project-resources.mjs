import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { cache, root } from './databases.mjs';

/** A resource may import the types of its events; the server code behind them is left out of a projection. */
const withoutServer = {
  name: 'without-server',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@coulisse\/(?:service-kit|resource-server)$/ }, () => ({
      path: join(root, 'packages/resource-server/src/emission.ts'),
    })),
};

/** The Prisma models of the resources that a service's `src/resources/index.ts` exports. */
export async function projectResources(service, entry) {
  const outfile = join(cache, 'resources', `${service}.mjs`);
  await mkdir(join(cache, 'resources'), { recursive: true });
  await build({
    stdin: {
      contents: `export * as resources from ${JSON.stringify(entry)}; export { projectPrisma } from '@coulisse/resource/prisma-projection';`,
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile,
    plugins: [withoutServer],
    logLevel: 'silent',
  });
  const { resources, projectPrisma } = await import(`${pathToFileURL(outfile).href}?${Date.now()}`);
  const isResource = (value) =>
    typeof value === 'object' && value !== null && 'fields' in value && 'rights' in value && 'table' in value;
  return projectPrisma(Object.values(resources).filter(isResource));
}
