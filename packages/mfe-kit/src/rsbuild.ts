import { fileURLToPath } from 'node:url';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { defineConfig, type RsbuildConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

/** One copy of each on the page, whoever brought it. The kits are shared because their contexts cross the modules. */
const SHARED: Record<string, string> = {
  react: '^19.0.0',
  'react-dom': '^19.0.0',
  'react-router': '^7.0.0',
  '@tanstack/react-query': '^5.0.0',
  i18next: '^26.0.0',
  'react-i18next': '^17.0.0',
  '@coulisse/ui-kit': '^0.1.0',
  '@coulisse/mfe-kit': '^0.1.0',
  '@coulisse/resource-ui': '^0.1.0',
};

const shared = Object.fromEntries(
  Object.entries(SHARED).map(([name, requiredVersion]) => [name, { singleton: true, requiredVersion }]),
);

const base = (assetPrefix: string): RsbuildConfig => ({
  plugins: [pluginReact()],
  output: {
    assetPrefix,
    sourceMap: { js: 'source-map' },
    cleanDistPath: true,
    // A font or an image inside the scripts would be refused by the content security policy.
    dataUriLimit: 0,
  },
  source: { entry: { index: './src/index.ts' } },
  dev: { assetPrefix },
  // Everything is served from one origin.
  server: { cors: false },
});

const html = (title: string): RsbuildConfig['html'] => ({
  title,
  mountId: 'root',
  favicon: fileURLToPath(new URL('./favicon.svg', import.meta.url)),
  meta: { viewport: 'width=device-width, initial-scale=1, viewport-fit=cover', 'color-scheme': 'light dark' },
});

/** A micro-frontend that the shell loads: it exposes `./module` and nothing else. */
export const remote = (name: string): RsbuildConfig =>
  defineConfig({
    ...base('auto'),
    plugins: [
      pluginReact(),
      pluginModuleFederation({
        name,
        // The name changes with the content, so that it may be cached for ever; the manifest tells it.
        filename: 'static/js/remote-entry.[contenthash:10].js',
        exposes: { './module': './src/module.tsx' },
        shared,
        shareStrategy: 'loaded-first',
        manifest: true,
        dts: false,
      }),
    ],
    // Nobody opens a remote by itself.
    tools: { htmlPlugin: false },
  }) as RsbuildConfig;

/** The shell, served under `basePath`. Remotes are found at run time. */
export const host = (name: string, basePath = '/b/', title = 'Coulisse'): RsbuildConfig =>
  defineConfig({
    ...base(basePath),
    html: html(title),
    plugins: [
      pluginReact(),
      pluginModuleFederation({ name, remotes: {}, shared, shareStrategy: 'loaded-first', dts: false }),
    ],
  }) as RsbuildConfig;

/** A front of its own (no federation): the public front, whose weight counts. */
export const standalone = (_name: string, basePath: string, title = 'Coulisse'): RsbuildConfig =>
  defineConfig({ ...base(basePath), html: html(title) }) as RsbuildConfig;
