import { build } from 'esbuild';

/** Makes `main.js` of a TypeScript file, for a process of its own; packages stay outside, so `folder` stands inside one of ours. */
export async function bundle(entry: string, folder: string): Promise<void> {
  await build({
    entryPoints: { main: entry },
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
