import type { ServiceContext } from '../service/context';
import { observeGauges } from './instruments';

const GAUGES = {
  'coulisse.database.connections': {
    description: 'Connections to the database of a service',
    unit: '{connection}',
  },
  'coulisse.database.connections.max': {
    description: 'Connections that the server accepts, for all databases',
    unit: '{connection}',
  },
  'coulisse.database.size': { description: 'Size of the database of a service', unit: 'By' },
  'coulisse.database.commits': {
    description: 'Transactions that were committed',
    unit: '{transaction}',
    isCounter: true,
  },
  'coulisse.database.rollbacks': {
    description: 'Transactions that were rolled back',
    unit: '{transaction}',
    isCounter: true,
  },
  'coulisse.database.deadlocks': { description: 'Deadlocks', unit: '{deadlock}', isCounter: true },
  'coulisse.database.blocks.hit': {
    description: 'Blocks found in the cache of the server',
    unit: '{block}',
    isCounter: true,
  },
  'coulisse.database.blocks.read': { description: 'Blocks read from disk', unit: '{block}', isCounter: true },
};

/** Every role may read the statistics of its database. */
const STATISTICS = {
  name: 'kit_database_statistics',
  text: `SELECT numbackends AS connections, current_setting('max_connections')::float8 AS most,
      pg_database_size(datid)::float8 AS size, xact_commit::float8 AS commits, xact_rollback::float8 AS rollbacks,
      deadlocks::float8 AS deadlocks, blks_hit::float8 AS hit, blks_read::float8 AS read
    FROM pg_stat_database WHERE datname = current_database()`,
};

type Statistics = Record<
  'connections' | 'most' | 'size' | 'commits' | 'rollbacks' | 'deadlocks' | 'hit' | 'read',
  number
>;

/** What the server counts of a service's database; the same numbers from every replica. */
export const observeDatabase = ({ db, log }: Pick<ServiceContext, 'db' | 'log'>): (() => void) =>
  observeGauges(log, GAUGES, async (report) => {
    const { rows } = await db.askPlatform<Statistics>('observe the database', STATISTICS);
    const [found] = rows;
    if (!found) return;
    report('coulisse.database.connections', found.connections);
    report('coulisse.database.connections.max', found.most);
    report('coulisse.database.size', found.size);
    report('coulisse.database.commits', found.commits);
    report('coulisse.database.rollbacks', found.rollbacks);
    report('coulisse.database.deadlocks', found.deadlocks);
    report('coulisse.database.blocks.hit', found.hit);
    report('coulisse.database.blocks.read', found.read);
  });
