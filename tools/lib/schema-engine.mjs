// The schema engine in its WebAssembly build: migrations without a downloaded binary, differences without a database.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { read, schemaFiles } from './databases.mjs';

const require = createRequire(import.meta.url);
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const EVERYTHING = { externalTables: [], externalEnums: [] };

let bindings;
async function engineBindings() {
  if (bindings) return bindings;
  const loaded = await load('@prisma/schema-engine-wasm/schema_engine_bg');
  const path = join(
    dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg')),
    'schema_engine_bg.wasm',
  );
  const { instance } = await WebAssembly.instantiate(await readFile(path), {
    './schema_engine_bg.js': loaded,
  });
  loaded.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  bindings = loaded;
  return bindings;
}
async function engine(files, adapter) {
  const { SchemaEngine } = await engineBindings();
  const { bindMigrationAwareSqlAdapterFactory } = await load('@prisma/driver-adapter-utils');
  const datamodels = files.map((file) => [file.path, file.content]);
  return SchemaEngine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(adapter));
}

/** To compare datamodels, the engine only queries its connection for the version of the server. */
function offlineAdapter() {
  const connection = {
    provider: 'postgres',
    adapterName: 'offline',
    executeRaw: async () => 0,
    executeScript: async () => {},
    dispose: async () => {},
    getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: true }),
    queryRaw: async () => ({
      columnNames: ['exists', 'version', 'numeric_version'],
      columnTypes: [5, 7, 0],
      rows: [[true, 'PostgreSQL 18.4', 180004]],
    }),
  };
  const connect = async () => connection;
  return { provider: 'postgres', adapterName: 'offline', connect, connectToShadowDb: connect };
}

/** The adapter splits a script at every semicolon, also in comments and functions; whole, it is one transaction. */
async function wholeScripts(url) {
  const { PrismaPg } = await load('@prisma/adapter-pg');
  const factory = new PrismaPg({ connectionString: url, max: 1 });
  const connections = [];
  const connect = async () => {
    const connection = await factory.connect();
    connections.push(connection);
    connection.executeScript = async (script) => {
      await connection.client.query(script).catch((error) => connection.onError(error));
    };
    return connection;
  };
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect,
    connectToShadowDb: connect,
    close: () => Promise.all(connections.map((connection) => connection.dispose())),
  };
}

/** SQL that leads from the committed snapshot to the schema; empty when they are the same. */
export async function difference(prisma) {
  const files = await schemaFiles(prisma);
  const before = await read(join(prisma, 'schema.snapshot.prisma'));
  const from = before
    ? { tag: 'schemaDatamodel', files: [{ path: 'schema.snapshot.prisma', content: before }] }
    : { tag: 'empty' };
  const { stdout } = await (
    await engine(files, offlineAdapter())
  ).diff({
    from,
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    shadowDatabaseUrl: null,
    filters: EVERYTHING,
  });
  const sql = stdout ?? '';
  return { sql: sql.replace(/^--.*$/gm, '').trim() ? sql : '', files };
}

/** Applies the pending migrations, in the standard `_prisma_migrations` table. */
export async function apply(prisma, migrations, url) {
  const adapter = await wholeScripts(url);
  const schemaEngine = await engine(await schemaFiles(prisma), adapter);
  const migrationDirectories = migrations.map(({ name, sql }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
  }));
  try {
    const { appliedMigrationNames } = await schemaEngine.applyMigrations({
      filters: EVERYTHING,
      migrationsList: {
        baseDir: join(prisma, 'migrations'),
        lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
        shadowDbInitScript: '',
        migrationDirectories,
      },
    });
    return appliedMigrationNames;
  } finally {
    // The session holds the engine's lock, for which the next one would wait ten seconds.
    await adapter.close();
  }
}
