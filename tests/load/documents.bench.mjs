// A bill of two hundred lines in three groups over HTTP: with rules, amounts, history and version. The sample service of the
// packages runs in this process, on a database of its own. Beside it, in the same rounds, a bare client that writes as many
// rows: how much of the time is the machine's.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { goal, table } from './lib/report.mjs';
import { median } from './lib/rounds.mjs';
import { startSample } from './lib/sample-service.mjs';

export const needs = {};

const LINES = 200;
/** What the editor may take from the key for saving to the answer. */
const LIMIT_MS = 150;
const LIMIT_MESSAGES = 6;
const [SMOKE_ROUNDS, ROUNDS] = [2, 40];

const groups = ['Salle', 'Bar', 'Technique'].map((label) => ({ label }));
const rates = ['20', '10', '5.5'];
const lines = Array.from({ length: LINES }, (_, n) => ({
  label: `Fourniture n° ${n + 1}`,
  description: 'livrée le jour même',
  quantity: String((n % 9) + 1),
  unitPrice: `${n}.25`,
  discount: n % 7 === 0 ? '5' : null,
  vatRate: rates[n % 3],
  group: `/groups/${n % 3}`,
}));
const document = { title: 'Longue', groups, items: lines, discountKind: 'percent', discountValue: '3' };

/** The values of a stored line that a change sends. */
const sent = ({ id, label, quantity, unitPrice, vatRate, group }, changed = {}) => ({
  ...{ id, label, quantity, unitPrice, vatRate, group },
  ...changed,
});
const CHANGES = {
  'one line': (items, round) =>
    items.map((item, n) => sent(item, n === 100 ? { unitPrice: `${round}.50` } : {})),
  'all lines': (items, round) =>
    items.map((item) => sent(item, { quantity: String((round % 50) + 2), label: `${round} ${item.label}` })),
  'another order': (items) => [...items.slice(1), items[0]].map((item) => sent(item)),
};

/** The least that could store a document: its lines in one statement of one transaction, on one connection. */
async function bareWriter({ url, tenantId }) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE TEMPORARY TABLE bare_line (id uuid PRIMARY KEY, tenant_id uuid, line jsonb)');
  return {
    write: async () => {
      const rows = lines.map((line) => ({ id: randomUUID(), line }));
      const began = performance.now();
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO bare_line SELECT id, $1, line FROM jsonb_to_recordset($2) AS row (id uuid, line jsonb)`,
        [tenantId, JSON.stringify(rows)],
      );
      await client.query('COMMIT');
      return performance.now() - began;
    },
    stop: () => client.end(),
  };
}

export async function run({ isSmoke }) {
  const sample = await startSample();
  const bare = await bareWriter(sample);
  try {
    const times = {
      create: [],
      ...Object.fromEntries(Object.keys(CHANGES).map((name) => [name, []])),
      bare: [],
    };
    const messages = {};
    const record = (name, { ms, messages: count }) => {
      times[name].push(ms);
      messages[name] = Math.max(messages[name] ?? 0, count);
    };
    const rounds = isSmoke ? SMOKE_ROUNDS : ROUNDS;
    for (let round = 0; round < rounds; round += 1) {
      const made = await sample.send('POST', 'bills', document);
      record('create', made);
      let { body } = made;
      for (const [name, change] of Object.entries(CHANGES)) {
        const items = change(body.items, round);
        const saved = await sample.send(
          'PATCH',
          `bills/${body.id}`,
          { items },
          { 'if-match': `"${body.version}"` },
        );
        if (saved.body.version !== body.version + 1) throw new Error(`${name} changed nothing`);
        record(name, saved);
        ({ body } = saved);
      }
      times.bare.push(await bare.write());
    }
    const bareMs = median(times.bare);
    table(
      [`${LINES} lines`, 'p50 ms', 'max ms', 'messages', 'times a bare write'],
      Object.entries(times).map(([name, all]) => [
        name,
        median(all),
        Math.max(...all),
        messages[name] ?? null,
        median(all) / bareMs,
      ]),
    );
    return Object.keys(messages).flatMap((name) => [
      goal(`ms, ${name}, median`, median(times[name]), 'at most', LIMIT_MS),
      goal(`messages to the database, ${name}`, messages[name], 'at most', LIMIT_MESSAGES),
    ]);
  } finally {
    await bare.stop();
    await sample.stop();
  }
}
