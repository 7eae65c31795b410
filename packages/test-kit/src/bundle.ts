import { build } from 'esbuild';

/**
 * Bundles a TypeScript file into `main.js`, or several into one file each under its key, to run in a separate process.
 * npm packages are not bundled, so `folder` must lie inside one of our packages for Node to resolve them.
 */
export async function bundle(entry: string | Record<string, string>, folder: string): Promise<void> {
  await build({
    entryPoints: typeof entry === 'string' ? { main: entry } : entry,
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'error',
    plugins: [
      {
        name: 'packages-stay-outside',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^./]/ }, ({ path }) =>
            path.startsWith('@coulisse/') ? null : { path, external: true },
          ),
      },
    ],
  });
}
