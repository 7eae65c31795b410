import { fileURLToPath } from 'node:url';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { defineConfig, type RsbuildConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

/**
 * One copy of each on the page, that of the shell. The kits are shared because their React contexts are used across
 * modules, and because a remote would otherwise be as large as the shell.
 */
const SHARED: Record<string, string> = {
  react: '^19.0.0',
  'react-dom': '^19.0.0',
  'react-router': '^7.0.0',
  'react-hook-form': '^7.0.0',
  '@tanstack/react-query': '^5.0.0',
  i18next: '^26.0.0',
  'react-i18next': '^17.0.0',
  '@coulisse/ui-kit': '^0.1.0',
  '@coulisse/ui-kit/complex': '^0.1.0',
  '@coulisse/mfe-kit': '^0.1.0',
  '@coulisse/resource-client': '^0.1.0',
  '@coulisse/resource-fields': '^0.1.0',
  '@coulisse/resource-ui': '^0.1.0',
};

const shared = (options: { import?: false } = {}) =>
  Object.fromEntries(
    Object.entries(SHARED).map(([name, requiredVersion]) => [
      name,
      { singleton: true, requiredVersion, ...options },
    ]),
  );

const base = (assetPrefix: string): RsbuildConfig => ({
  plugins: [pluginReact()],
  output: {
    assetPrefix,
    sourceMap: { js: 'source-map' },
    cleanDistPath: true,
    // The content security policy would refuse a font or an image inlined in a script.
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
        // The name contains a content hash, so the file may be cached for ever; the manifest contains the name.
        filename: 'static/js/remote-entry.[contenthash:10].js',
        exposes: { './module': './src/module.tsx' },
        // No copy of their own: a remote runs in the shell alone.
        shared: shared({ import: false }),
        shareStrategy: 'loaded-first',
        manifest: true,
        dts: false,
      }),
    ],
    // A remote is never opened as a page.
    tools: { htmlPlugin: false },
  });

/** The shell, served under `basePath`. Remotes are loaded at run time. */
export const host = (name: string, basePath = '/b/', title = 'Coulisse'): RsbuildConfig =>
  defineConfig({
    ...base(basePath),
    html: html(title),
    plugins: [
      pluginReact(),
      pluginModuleFederation({
        name,
        remotes: {},
        shared: shared(),
        shareStrategy: 'loaded-first',
        dts: false,
      }),
    ],
  });

/** A separate front end without federation: the public one, where the download size matters. */
export const standalone = (_name: string, basePath: string, title = 'Coulisse'): RsbuildConfig =>
  defineConfig({ ...base(basePath), html: html(title) });
