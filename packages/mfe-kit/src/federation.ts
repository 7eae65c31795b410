import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rspack, type Rspack } from '@rsbuild/core';

/**
 * Module federation with the bundler's own runtime (3 kB). That of `@module-federation/enhanced` is 33 kB, in the shell
 * and in each remote, for what no module here uses: version negotiation of several hosts, plugins, preloading.
 */

/** Name of the file by which the gateway recognises a remote and the shell finds its entry. */
const MANIFEST = 'mf-manifest.json';
/** The object of the page in which the entries of remotes put what they expose. */
const REMOTES = 'coulisseRemotes';
/** The module that a remote exposes; it exposes nothing else. */
const EXPOSED = './module';
const EXPOSED_CHUNK = 'module';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * One copy of each on the page, that of the shell. The kits are shared because their React contexts are used across
 * modules, and because a remote would otherwise be as large as the shell.
 */
const SHARED: Record<string, { range: string; later?: boolean }> = {
  react: { range: '^19.0.0' },
  'react-dom': { range: '^19.0.0' },
  'react-router': { range: '^7.0.0' },
  // Forms only: loaded with the first one.
  'react-hook-form': { range: '^7.0.0', later: true },
  '@tanstack/react-query': { range: '^5.0.0' },
  i18next: { range: '^26.0.0' },
  'react-i18next': { range: '^17.0.0' },
  '@coulisse/ui-kit': { range: '^0.1.0' },
  '@coulisse/ui-kit/complex': { range: '^0.1.0' },
  '@coulisse/mfe-kit': { range: '^0.1.0' },
  '@coulisse/resource-client': { range: '^0.1.0' },
  '@coulisse/resource-client/form': { range: '^0.1.0', later: true },
  '@coulisse/resource-fields': { range: '^0.1.0' },
  '@coulisse/resource-ui': { range: '^0.1.0' },
};

/**
 * Libraries of which the shell provides what the portal uses: the module that lists it, and the library itself, as
 * modules, which alone can be shaken.
 */
const PARTS: Record<string, { list: string; file: string }> = {
  'react-router': { list: path('./shared/react-router.ts'), file: 'dist/production/index.mjs' },
  'react-i18next': { list: path('./shared/react-i18next.ts'), file: 'dist/es/index.js' },
  '@tanstack/react-query': { list: path('./shared/react-query.ts'), file: 'build/modern/index.js' },
};

const manifestFile = (library: string) => createRequire(import.meta.url).resolve(`${library}/package.json`);
const versionOf = (library: string): string =>
  (JSON.parse(readFileSync(manifestFile(library), 'utf8')) as { version: string }).version;

const consumed = ([name, { range }]: [string, { range: string }]) =>
  [name, { singleton: true, strictVersion: true, requiredVersion: range }] as const;

const provided = ([name, { range, later = false }]: [string, { range: string; later?: boolean }]) => {
  const part = PARTS[name];
  return [
    name,
    {
      singleton: true,
      requiredVersion: range,
      eager: !later,
      ...(part && { import: part.list, shareKey: name, version: versionOf(name) }),
    },
  ] as const;
};

/** Inside the module that lists what is used of a library, its name means the library itself. */
const librariesThemselves = new rspack.NormalModuleReplacementPlugin(
  /^(?:react-router|react-i18next|@tanstack\/react-query)$/,
  (data) => {
    const part = PARTS[data.request];
    if (part && part.list === data.contextInfo?.issuer)
      data.request = join(dirname(manifestFile(data.request)), part.file);
  },
);

export const hostPlugins = (name: string): Rspack.RspackPluginInstance[] => [
  librariesThemselves,
  new rspack.container.ModuleFederationPluginV1({
    name,
    shared: Object.fromEntries(Object.entries(SHARED).map(provided)),
  }),
];

/** Writes where the entry of a remote is, and which files its module needs. */
const manifestOf = (name: string): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(MANIFEST, (compilation) => {
      const { Compilation, sources } = compiler.rspack;
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: MANIFEST, stage }, () => {
        const scripts = (group: string) =>
          [...(compilation.namedChunkGroups.get(group)?.getFiles() ?? [])].filter((file) =>
            file.endsWith('.js'),
          );
        const [entry] = scripts(name);
        if (!entry) throw new Error(`${name} has no entry for the shell`);
        const file = { name: basename(entry), path: entry.slice(0, -basename(entry).length) };
        const manifest = {
          name,
          metaData: { remoteEntry: file },
          exposes: [{ path: EXPOSED, assets: { js: { sync: scripts(EXPOSED_CHUNK) } } }],
        };
        compilation.emitAsset(MANIFEST, new sources.RawSource(JSON.stringify(manifest)));
      });
    });
  },
});

export const remotePlugins = (name: string): Rspack.RspackPluginInstance[] => [
  new rspack.container.ModuleFederationPluginV1({
    name,
    // The name contains a content hash, so the file may be cached for ever; the manifest contains the name.
    filename: 'static/js/remote-entry.[contenthash:8].js',
    library: { type: 'window', name: [REMOTES, name] },
    exposes: { [EXPOSED]: { import: './src/module.tsx', name: EXPOSED_CHUNK } },
    // No copy of their own: a remote runs in the shell alone.
    shared: Object.fromEntries(
      Object.entries(SHARED).map((entry) => {
        const [key, options] = consumed(entry);
        return [key, { ...options, import: false as const }];
      }),
    ),
  }),
  manifestOf(name),
];
