// What the stack has done so far, in figures that do not depend on how busy the machine is: transactions and statements of
// each database, records of each topic.
import pg from 'pg';
import { Kafka, logLevel } from 'kafkajs';
import { addresses } from '../../../dev/lib/addresses.mjs';

const COMMITS = `SELECT datname AS name, xact_commit::int AS count FROM pg_stat_database WHERE datname IS NOT NULL`;
const STATEMENTS = `SELECT d.datname AS database, s.query, s.toplevel, sum(s.calls)::int AS count, sum(s.total_exec_time) AS ms
  FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
  WHERE d.datname <> 'postgres' GROUP BY 1, 2, 3`;

/** Statements are counted where the server loads `pg_stat_statements` (tests/load/README.md). */
async function countsStatements(client) {
  const { rows } = await client.query('SHOW shared_preload_libraries');
  if (!rows[0].shared_preload_libraries.includes('pg_stat_statements')) return false;
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  return true;
}

const byName = (rows) => new Map(rows.map(({ name, count }) => [name, count]));

/**
 * @typedef {{ at: number, commits: Map<string, number>, records: Map<string, number>,
 *   statements: Map<string, { database: string, query: string, count: number, ms: number }> }} Counts
 * @returns {Promise<{ read: () => Promise<Counts>, hasStatements: boolean, end: () => Promise<void> }>}
 */
export async function workCounters() {
  const client = new pg.Client({ connectionString: addresses().databaseUrl });
  await client.connect();
  const hasStatements = await countsStatements(client);
  const kafka = new Kafka({
    clientId: 'work-counters',
    brokers: addresses().kafkaBrokers.split(','),
    logLevel: logLevel.NOTHING,
  });
  const admin = kafka.admin();
  await admin.connect();
  async function records() {
    const topics = (await admin.listTopics()).filter((topic) => !topic.startsWith('__'));
    const counts = await Promise.all(
      topics.map(async (topic) => {
        const partitions = await admin.fetchTopicOffsets(topic);
        return [topic, partitions.reduce((total, { high }) => total + Number(high), 0)];
      }),
    );
    return new Map(counts);
  }
  return {
    hasStatements,
    async read() {
      const [commits, statements] = [
        await client.query(COMMITS),
        hasStatements ? await client.query(STATEMENTS) : { rows: [] },
      ];
      return {
        at: performance.now(),
        commits: byName(commits.rows),
        records: await records(),
        statements: new Map(
          statements.rows.map((row) => [`${row.database} ${row.toplevel} ${row.query}`, row]),
        ),
      };
    },
    end: async () => void (await Promise.all([client.end(), admin.disconnect()])),
  };
}

/**
 * What was added between two readings, an order, less what the idle stack adds in the same time.
 * @param {Map<string, number>} before @param {Map<string, number>} after
 * @param {{ orders: number, idle?: Map<string, number> }} of `idle` in a second @param {number} seconds
 */
export const addedPerOrder = (before, after, { orders, idle = new Map() }, seconds) =>
  new Map(
    [...after].map(([name, count]) => [
      name,
      (count - (before.get(name) ?? 0) - (idle.get(name) ?? 0) * seconds) / orders,
    ]),
  );
