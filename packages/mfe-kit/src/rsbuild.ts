import { fileURLToPath } from 'node:url';
import { defineConfig, type RsbuildConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { hostPlugins, remotePlugins } from './federation';

const base = (assetPrefix: string): RsbuildConfig => ({
  plugins: [pluginReact()],
  output: {
    assetPrefix,
    sourceMap: { js: 'source-map' },
    cleanDistPath: true,
    // The content security policy would refuse a font or an image inlined in a script.
    dataUriLimit: 0,
    // The first script names each file that it may load, and two digits of a name are a byte of every first visit.
    filenameHash: 'contenthash:8',
  },
  source: { entry: { index: './src/index.ts' } },
  dev: { assetPrefix },
  // Everything is served from one origin.
  server: { cors: false },
});

/** Libraries in one file: it compresses better than several, and changes as rarely. */
const LIBRARIES_APART: RsbuildConfig['splitChunks'] = {
  preset: 'none',
  cacheGroups: {
    libraries: { test: /[\\/]node_modules[\\/]/, chunks: 'initial', name: 'libraries', enforce: true },
  },
};

/** Of a package that several pages of a remote use, one file. The entry for the shell is one too: nothing of it is split off. */
const SHARED_BY_PAGES: RsbuildConfig['splitChunks'] = {
  preset: 'none',
  cacheGroups: {
    shared: { test: /[\\/]packages[\\/]/, chunks: 'async', minChunks: 2, minSize: 20_000 },
  },
};

/**
 * Browsers of the staff: those that have the top layer (`popover`), on which menus and messages depend. Nothing is
 * rewritten for older ones.
 */
const STAFF_BROWSERS = ['chrome >= 114', 'edge >= 114', 'firefox >= 125', 'safari >= 17'];

/** A second pass of the minimiser removes what the first has made superfluous. */
const TWICE = { jsOptions: { minimizerOptions: { compress: { passes: 2 } } } };

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
    output: { ...base('auto').output, overrideBrowserslist: STAFF_BROWSERS, minify: TWICE },
    splitChunks: SHARED_BY_PAGES,
    // A remote is never opened as a page.
    tools: { htmlPlugin: false, rspack: { plugins: remotePlugins(name), output: { uniqueName: name } } },
  });

/** The shell, served under `basePath`. Remotes are loaded at run time. */
export const host = (name: string, basePath = '/b/', title = 'Coulisse'): RsbuildConfig =>
  defineConfig({
    ...base(basePath),
    output: { ...base(basePath).output, overrideBrowserslist: STAFF_BROWSERS, minify: TWICE },
    html: html(title),
    splitChunks: LIBRARIES_APART,
    tools: { rspack: { plugins: hostPlugins(name), output: { uniqueName: name } } },
  });

/** A separate front end without federation: the public one, where the download size matters. */
export const standalone = (_name: string, basePath: string, title = 'Coulisse'): RsbuildConfig =>
  defineConfig({ ...base(basePath), html: html(title) });
