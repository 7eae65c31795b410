import { fileURLToPath } from 'node:url';
import { standalone } from '@coulisse/mfe-kit/rsbuild';
import { type Rspack } from '@rsbuild/core';
import { themeBeforePaint } from './src/app/theme-before-paint';

const config = standalone('public-front', '/app/');
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Writes which files a script that is loaded on demand consists of: the server names them in the page. */
const chunkList: Rspack.RspackPluginInstance = {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('chunk-list', (compilation) => {
      const { Compilation, sources } = compiler.rspack;
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'chunk-list', stage }, () => {
        const chunks = Object.fromEntries(
          [...compilation.namedChunkGroups].map(([name, group]) => [
            name,
            group
              .getFiles()
              .filter((file) => /\.(?:js|css)$/.test(file))
              .map((file) => `/app/${file}`),
          ]),
        );
        compilation.emitAsset('.server/chunks.json', new sources.RawSource(JSON.stringify(chunks)));
      });
    });
  },
};

export default {
  ...config,
  html: {
    ...config.html,
    favicon: './src/icon.svg',
    tags: [{ tag: 'script', children: themeBeforePaint, append: false }],
  },
  // In the page itself: the first paint waits for no second answer.
  output: { ...config.output, inlineStyles: true },
  resolve: { alias: { 'react-i18next$': path('./src/texts/react-i18next.tsx') } },
  // One file of libraries that every page needs: it compresses better than three, and changes as rarely.
  splitChunks: {
    preset: 'none',
    cacheGroups: {
      libraries: { test: /[\\/]node_modules[\\/]/, chunks: 'initial', name: 'libraries', enforce: true },
    },
  },
  // Each script has the name: that of the package is four times as long.
  tools: { rspack: { plugins: [chunkList], output: { uniqueName: 'front' } } },
};
