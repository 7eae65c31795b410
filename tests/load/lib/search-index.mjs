// A database of the search index of the benchmark's own, and searches by the read model of the service.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import pg from 'pg';

const ROOT = join(import.meta.dirname, '../../..');
const SERVICE = join(ROOT, 'services/insights');
const quote = pg.escapeIdentifier;

/** Address of a superuser: the infrastructure that the environment names, or the running stack's. */
export async function adminUrl() {
  if (process.env.TEST_POSTGRES_URL) return process.env.TEST_POSTGRES_URL;
  const { addresses } = await import('../../../dev/lib/addresses.mjs');
  return addresses().databaseUrl;
}

async function inDatabase(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Builds the read model with the database layer of the service. */
async function loadReadModel() {
  const outfile = join(SERVICE, 'dist', `search-${randomBytes(4).toString('hex')}.cjs`);
  await build({
    stdin: {
      resolveDir: join(SERVICE, 'src'),
      contents: `export { findEntries } from './features/search/find-entries.read-model';
        export { searchedFor } from './features/search/search.routes';
        export { searchedWords, labelKeyOf } from './features/index/search-text.domain';
        export { createLogger, systemActor } from '@coulisse/service-kit';
        export { ServiceDatabase } from '@coulisse/service-kit/database';`,
    },
    bundle: true,
    platform: 'node',
    packages: 'bundle',
    external: ['pg-native', '@grpc/*', 'kafkajs', '@prisma/*', 'pino', 'pino-pretty', 'express', 'inversify'],
    outfile,
    logLevel: 'error',
  });
  const module = createRequire(import.meta.url)(outfile);
  await rm(outfile);
  return module;
}

/** Names that resemble those of a theatre's customers: names repeat, numbers and addresses do not. */
const GIVEN =
  'Élodie,Jean,Zoé,Marie,Hélène,François,Noël,Aïcha,Léa,Paul,Chloé,Andréa,Benoît,Cécile,Daniel,Émile'.split(
    ',',
  );
const HEADS = 'Du,Le,Ma,Bo,Pe,Ro,La,Gi,Fa,Mo,Sa,Ve,Ta,Lo,Ca,Ne'.split(',');
const MIDDLES = 'pont,rand,rtin,nnet,tit,bert,mbert,raud,vre,reau,lmon,rdier,nguy,pez,zal,uville'.split(',');
const TAILS = ',,,in,eau,ot,ier,et'.split(',');
const KINDS = 'Théâtre,Société,Garage,Hôtel,Éditions,Café,Atelier'.split(',');
/** Most records are third parties; a tenant also has many resources with few records. */
const RESOURCES = ['crm.tiers', 'ticketing.reservation', 'payments.payment'];
const SMALL = Array.from({ length: 25 }, (_, n) => `sample.label-${n}`);
const MOST_SMALL = 400;
const PORTION = 20_000;

/** A number that looks random, the same in every run. */
const mixed = (n) => Math.imul(n ^ (n >>> 15), 0x2c1b3c6d) >>> 0;

function record(n, resource) {
  const random = mixed(n + 1);
  const family = HEADS[random % 16] + MIDDLES[((random >> 4) % 16) & 15] + TAILS[(random >> 8) & 7];
  if (resource === 'crm.tiers')
    return {
      label: n % 3 === 0 ? `${KINDS[n % 7]} ${family} ${n}` : `${GIVEN[(random >> 12) & 15]} ${family}`,
      text: `client${n}@${['orange', 'free', 'laposte'][n % 3]}.example +33 ${1 + (n % 5)} ${String(random % 1e8).padStart(8, '0')}`,
    };
  if (resource.startsWith('sample.'))
    return { label: `${HEADS[random % 16]}${MIDDLES[n % 16]} ${n}`, text: '' };
  const code = `${resource === 'payments.payment' ? 'FR' : 'R'}${String(n).padStart(6, '0')}`;
  return { label: code, text: `${GIVEN[(random >> 12) & 15]} ${family}` };
}

const INSERT = `INSERT INTO search_entry (tenant_id, generation, resource, id, version, deleted, hidden, archived, label, detail,
    label_key, label_start, words, read_right, changed_at)
  SELECT $1, g.id, e.resource, uuidv7(), 1, false, false, e.n % 20 = 0, e.label, '', e.key, left(e.key, 2), e.words, e.resource || '.read',
    now() - e.n * interval '1 minute'
  FROM search_generation g, unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::text[]) AS e (resource, n, label, key, words)`;
const COUNTS = `INSERT INTO search_resource (tenant_id, generation, resource, read_right, entries)
    SELECT tenant_id, generation, resource, read_right, count(*) FROM search_entry WHERE tenant_id = $1 GROUP BY 1, 2, 3, 4`;
const TERMS = `INSERT INTO search_term (tenant_id, generation, term, entries)
  SELECT tenant_id, generation, term, count(*) FROM search_entry, regexp_split_to_table(label_key, ' ') AS term
  WHERE tenant_id = $1 AND term ~ '^[[:alpha:]]{4,60}$' GROUP BY 1, 2, 3`;

/** Fills a tenant with `count` records. */
export async function seedIndex({ superuser, model }, tenantId, count) {
  await inDatabase(superuser, async (client) => {
    await client.query(
      `SET gin_pending_list_limit = '128MB'; SET maintenance_work_mem = '256MB'; SET synchronous_commit = off`,
    );
    const small = Math.min(MOST_SMALL, Math.ceil(count / 100));
    const shares = [0.6, 0.25, 0.15].map((share, index) => [RESOURCES[index], Math.round(count * share)]);
    for (const [resource, size] of [...shares, ...SMALL.map((name) => [name, small])])
      for (let from = 0; from < size; from += PORTION) {
        const columns = [[], [], [], [], []];
        for (let n = from; n < Math.min(size, from + PORTION); n++) {
          const { label, text } = record(n, resource);
          const row = [resource, n, label, model.labelKeyOf(label), model.searchedWords(label, text)];
          row.forEach((value, index) => columns[index].push(value));
        }
        await client.query(INSERT, [tenantId, ...columns]);
      }
    await client.query(COUNTS, [tenantId]);
    await client.query(TERMS, [tenantId]);
  });
}

/** Creates the database with its roles, and opens it as the service does. */
export async function makeIndex() {
  const admin = await adminUrl();
  const name = `insights_bench_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const urlOf = (role) =>
    Object.assign(new URL(admin), {
      pathname: `/${name}`,
      ...(role && { username: `${name}_${role}`, password }),
    }).href;
  const roles = ['owner', 'app', 'platform'];
  await inDatabase(admin, async (client) => {
    for (const role of roles) {
      await client.query(
        `DO $$ BEGIN CREATE ROLE insights_${role}; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
      );
      await client.query(
        `CREATE ROLE ${quote(`${name}_${role}`)} LOGIN PASSWORD '${password}' IN ROLE insights_${role}`,
      );
    }
    await client.query(`CREATE DATABASE ${quote(name)} OWNER ${quote(`${name}_owner`)}`);
  });
  await inDatabase(urlOf(), (client) =>
    client.query(
      `ALTER SCHEMA public OWNER TO ${quote(`${name}_owner`)}; GRANT USAGE ON SCHEMA public TO insights_app, insights_platform`,
    ),
  );
  await promisify(execFile)(process.execPath, [join(ROOT, 'tools/migrate.mjs'), SERVICE, urlOf('owner')], {
    cwd: ROOT,
  });
  const model = await loadReadModel();
  const open = () =>
    new model.ServiceDatabase({
      url: urlOf('app'),
      platformUrl: urlOf('platform'),
      applicationName: 'bench',
      poolSize: 4,
      published: new Set(),
      log: model.createLogger({ name: 'bench', level: 'silent' }),
    });
  let database = open();
  return {
    superuser: urlOf(),
    model,
    // The index over trigrams is made after the rows: row by row takes minutes.
    seedQuickly: async (seed) => {
      const { indexdef } = await inDatabase(urlOf(), async (client) => {
        const { rows } = await client.query(
          `SELECT indexdef FROM pg_indexes WHERE indexname = 'search_entry_words_idx'`,
        );
        await client.query('DROP INDEX search_entry_words_idx');
        return rows[0];
      });
      await seed();
      await inDatabase(urlOf(), async (client) => {
        await client.query(`SET maintenance_work_mem = '256MB'`);
        await client.query(indexdef);
        await client.query('VACUUM ANALYZE');
      });
    },
    size: () =>
      inDatabase(urlOf(), async (client) => {
        const { rows } = await client.query(
          `SELECT pg_size_pretty(pg_table_size('search_entry')) AS rows, pg_size_pretty(pg_indexes_size('search_entry')) AS indexes`,
        );
        return `rows ${rows[0].rows}, indexes ${rows[0].indexes}`;
      }),
    reconnect: async () => {
      await database.close();
      database = open();
    },
    search: (tenantId, text) => {
      const caller = {
        ...model.systemActor(tenantId, 'bench'),
        rights: ['crm.*', 'ticketing.*', 'payments.*', 'sample.*'],
      };
      return database.inTenant(caller, (tx) => model.findEntries(tx, caller, model.searchedFor(text), 5));
    },
    remove: async () => {
      await database.close();
      await inDatabase(admin, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${quote(name)} WITH (FORCE)`);
        for (const role of roles) await client.query(`DROP ROLE IF EXISTS ${quote(`${name}_${role}`)}`);
      });
    },
  };
}
