import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '@coulisse/test-kit';
import type { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import pino from 'pino';
import type { Tx } from '../src';
import { publicActor, systemActor } from '../src/actor';
import { ServiceDatabase } from '../src/database/database';
import { addNote, sampleWithNotes } from './support/sample-service';

jest.setTimeout(60_000);

let sample: TestDatabase;
let db: ServiceDatabase;
const ours = systemActor(randomUUID(), 'test');
const theirs = systemActor(randomUUID(), 'test');
let wakes = 0;

const settings = () => ({
  url: sample.url,
  platformUrl: sample.platformUrl,
  applicationName: 'database-test',
  poolSize: 2,
  log: pino({ level: 'silent' }),
  published: new Set(['notifications.notification.v1']),
  onOutbox: () => (wakes += 1),
});

beforeAll(async () => {
  sample = await sampleWithNotes();
  db = new ServiceDatabase(settings());
});
afterAll(async () => {
  await db?.close();
  await sample?.drop();
});

const texts = (tx: Tx) =>
  tx.sql.query<{ text: string }>('SELECT text FROM note').then(({ rows }) => rows.map(({ text }) => text));

it('lets a tenant read and write only its own rows', async () => {
  await db.inTenant(ours, (tx) => addNote(tx, 'ours'));
  expect(await db.inTenant(theirs, texts)).toEqual([]);
  expect(await db.inTenant(ours, texts)).toEqual(['ours']);
  const intrusion = db.inTenant(theirs, (tx) =>
    tx.sql.query('INSERT INTO note (id, tenant_id, text) VALUES ($1, $2, $3)', [
      randomUUID(),
      ours.tenantId,
      'in',
    ]),
  );
  await expect(intrusion).rejects.toThrow('row-level security');
  await db.inTenant(theirs, (tx) => tx.sql.query('DELETE FROM note'));
  expect(await db.inTenant(ours, texts)).toEqual(['ours']);
});

it('refuses a transaction without a tenant, and shows no rows if the tenant is unset', async () => {
  await expect(db.inTenant(publicActor(null, 'fr'), texts)).rejects.toThrow('needs a tenant');
  await expect(db.inTenant({ ...ours, tenantId: `'; RESET ROLE; --` }, texts)).rejects.toThrow(
    'needs a tenant',
  );
  const rows = await db.inTenant(ours, async (tx) => {
    await tx.sql.query(`SET LOCAL app.tenant = ''`);
    return texts(tx);
  });
  expect(rows).toEqual([]);
});

it('does not leak the tenant of a connection to its next transaction', async () => {
  const tenants = Array.from({ length: 20 }, () => systemActor(randomUUID(), 'test'));
  await Promise.all(tenants.map((actor) => db.inTenant(actor, (tx) => addNote(tx, actor.tenantId!))));
  const reads = Array.from({ length: 200 }, (_, n) => tenants[n % tenants.length]!);
  const seen = await Promise.all(
    reads.map((actor) =>
      db
        .inTenant(actor, async (tx) => {
          if (Math.random() < 0.1) await tx.sql.query('SELECT 1/0').catch(() => undefined);
          else return texts(tx);
          return [actor.tenantId];
        })
        .catch(() => [actor.tenantId]),
    ),
  );
  expect(seen).toEqual(reads.map(({ tenantId }) => [tenantId]));
});

it('refuses a transaction inside another one', async () => {
  await expect(db.inTenant(ours, () => db.inTenant(ours, texts))).rejects.toThrow('already open');
});

it('rejects when the error of a failed statement was swallowed', async () => {
  const swallowed = db.inTenant(ours, async (tx) => {
    await addNote(tx, 'lost');
    await tx.sql.query('SELECT 1/0').catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow('nothing was written');
  expect(await db.inTenant(ours, texts)).not.toContain('lost');
});

it('refuses a value that has no text, and prepares its statement again on the same connection', async () => {
  const pool = new ServiceDatabase({ ...settings(), poolSize: 1 });
  const echo = (value: unknown) =>
    pool.inTenant(ours, async ({ sql }) => {
      const { rows } = await sql.named<{ value: string }>('echo', 'SELECT $1::text AS value', [value]);
      return rows[0]?.value;
    });
  const unwritable = {
    toPostgres: () => {
      throw new Error('no text');
    },
  };
  try {
    await expect(echo(unwritable)).rejects.toThrow('no text');
    expect(await echo('first')).toBe('first');
    await expect(echo(unwritable)).rejects.toThrow('no text');
    expect(await echo('second')).toBe('second');
    expect(await echo('third')).toBe('third');
  } finally {
    await pool.close();
  }
});

it.each([
  { plansOnce: true, plans: { inTransaction: ['0', '6'], inBatch: ['5', '1'] } },
  { plansOnce: false, plans: { inTransaction: ['5', '1'], inBatch: ['5', '1'] } },
])('plans a statement once, where the service wants it: $plansOnce', async ({ plansOnce, plans }) => {
  const pool = new ServiceDatabase({ ...settings(), poolSize: 1, plansOnce });
  const text = (name: string) => `SELECT text AS ${name} FROM note WHERE id = $1`;
  const statement = (name: string) => ({ name, text: text(name), values: [randomUUID()] });
  const made = async (name: string) => {
    const counts = `SELECT custom_plans::text AS custom, generic_plans::text AS generic FROM pg_prepared_statements WHERE name = '${name}'`;
    const { rows } = await pool.inTenant(ours, ({ sql }) =>
      sql.query<{ custom: string; generic: string }>(counts),
    );
    return [rows[0]?.custom, rows[0]?.generic];
  };
  try {
    for (let use = 0; use < 6; use++) {
      const { name, values } = statement('in_transaction');
      await pool.inTenant(ours, ({ sql }) => sql.named(name, text(name), values));
      await pool.batch(ours, [statement('in_batch')]);
    }
    expect({ inTransaction: await made('in_transaction'), inBatch: await made('in_batch') }).toEqual(plans);
  } finally {
    await pool.close();
  }
});

it('refuses a statement after the end of its transaction', async () => {
  let endedTx: Tx | undefined;
  await db.inTenant(ours, async (tx) => {
    endedTx = tx;
  });
  await expect(endedTx!.sql.query('SELECT 1')).rejects.toThrow('over');
});

it('runs afterCommit callbacks after the commit only', async () => {
  const ran: string[] = [];
  await db.inTenant(ours, async (tx) => {
    tx.afterCommit(() => ran.push('kept'));
    tx.afterCommit(() => {
      throw new Error('too late to matter');
    });
    expect(ran).toEqual([]);
  });
  const undone = db.inTenant(ours, async (tx) => {
    tx.afterCommit(() => ran.push('undone'));
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  expect(ran).toEqual(['kept']);
});

it('drops the afterCommit callbacks of a part that was rolled back', async () => {
  const ran: string[] = [];
  await db.inJoinableTenant(ours, async () => {
    await db.inTenant(ours, async (tx) => tx.afterCommit(() => ran.push('kept')));
    const undone = db.inTenant(ours, async (tx) => {
      tx.afterCommit(() => ran.push('undone'));
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(ran).toEqual([]);
  });
  expect(ran).toEqual(['kept']);
});

it('wakes the relay for a commit that wrote to the outbox', async () => {
  wakes = 0;
  await db.inTenant(ours, (tx) => addNote(tx, 'quiet'));
  expect(wakes).toBe(0);
  const event = {
    $case: 'sent' as const,
    value: { notificationId: 'n', kind: 't', subjectId: 's', subjectResource: '' },
  };
  await db.inTenant(ours, (tx) => tx.publish('notifications.notification.v1', 'n', event));
  expect(wakes).toBe(1);
});

describe('events and history of a transaction', () => {
  const sent = (id: string) => ({
    $case: 'sent' as const,
    value: { notificationId: id, kind: 't', subjectId: 's', subjectResource: '' },
  });
  const publish = (tx: Tx, id: string) => tx.publish('notifications.notification.v1', id, sent(id));
  const published = async (run: string) =>
    (
      await sample.asSuperuser<{ id: string }>(
        'SELECT aggregate_id AS id FROM kit.outbox WHERE aggregate_id LIKE $1 ORDER BY seq',
        [`${run}-%`],
      )
    ).map(({ id }) => id.replace(`${run}-`, ''));

  it('are all written with the commit, in their order', async () => {
    const run = randomUUID();
    await db.inTenant(ours, async (tx) => {
      await publish(tx, `${run}-1`);
      tx.recordChange({ entity: 'note', id: run, action: 'create', changes: {} });
      await publish(tx, `${run}-2`);
      const { rows } = await tx.sql.query('SELECT action FROM kit.history WHERE entity_id = $1', [run]);
      expect(rows).toEqual([{ action: 'create' }]);
      await publish(tx, `${run}-3`);
    });
    expect(await published(run)).toEqual(['1', '2', '3']);
  });

  it('are not written by a transaction that is rolled back', async () => {
    const run = randomUUID();
    const undone = db.inTenant(ours, async (tx) => {
      await publish(tx, `${run}-1`);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await published(run)).toEqual([]);
  });

  it('of a part that is rolled back go with it, those before and after it stay', async () => {
    const run = randomUUID();
    await db.inJoinableTenant(ours, async (tx) => {
      await publish(tx, `${run}-1`);
      const undone = db.inTenant(ours, async (part) => {
        await publish(part, `${run}-2`);
        part.recordChange({ entity: 'note', id: run, action: 'undone', changes: {} });
        await addNote(part, 'undone');
        await publish(part, `${run}-3`);
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      await db.inTenant(ours, (part) => publish(part, `${run}-4`));
      // Nothing of this part was sent when it failed.
      const unsent = db.inTenant(ours, async (part) => {
        await publish(part, `${run}-5`);
        throw new Error('no');
      });
      await expect(unsent).rejects.toThrow('no');
      await publish(tx, `${run}-6`);
    });
    expect(await published(run)).toEqual(['1', '4', '6']);
    const { rows } = await db.inTenant(ours, (tx) =>
      tx.sql.query('SELECT action FROM kit.history WHERE entity_id = $1', [run]),
    );
    expect(rows).toEqual([]);
  });
});

it('joins the parts of an idempotent request, one after the other', async () => {
  const actor = systemActor(randomUUID(), 'test');
  await db.inJoinableTenant(actor, async () => {
    await Promise.all([1, 2, 3].map((n) => db.inTenant(actor, (tx) => addNote(tx, `part ${n}`))));
    await expect(
      db.inTenant(actor, async (tx) => {
        await addNote(tx, 'undone');
        await tx.sql.query('SELECT 1/0');
      }),
    ).rejects.toThrow('division');
    await expect(db.inTenant(ours, texts)).rejects.toThrow('one tenant');
  });
  expect((await db.inTenant(actor, texts)).sort()).toEqual(['part 1', 'part 2', 'part 3']);
});

it('ends a part without a message of its own, and what it deferred fails inside it', async () => {
  const actor = systemActor(randomUUID(), 'test');
  const messages = jest.spyOn(pg.Client.prototype, 'query');
  await db.inJoinableTenant(actor, async (tx) => {
    await db.inTenant(actor, (part) => addNote(part, 'first'));
    await db.inTenant(actor, async () => undefined);
    await db.inTenant(actor, (part) => addNote(part, 'second'));
    tx.defer({ text: 'SELECT 1' });
  });
  // The first part with the beginning, the second, the end.
  expect(messages).toHaveBeenCalledTimes(3);
  messages.mockRestore();
  await db.inJoinableTenant(actor, async () => {
    const failing = db.inTenant(actor, async (part) => {
      await addNote(part, 'undone');
      part.defer({ text: 'SELECT 1/0' });
    });
    await expect(failing).rejects.toThrow('division');
    await db.inTenant(actor, (part) => addNote(part, 'third'));
  });
  expect((await db.inTenant(actor, texts)).sort()).toEqual(['first', 'second', 'third']);
});

it('gives the platform role access to its own tables only', async () => {
  const counted = await db.inPlatform('test', ({ sql }) =>
    sql.query<{ n: number }>('SELECT count(*) AS n FROM kit.outbox'),
  );
  expect(counted.rows[0]!.n).toBeGreaterThan(0);
  await expect(db.inPlatform('test', ({ sql }) => sql.query('SELECT * FROM note'))).rejects.toThrow(
    'permission denied',
  );
  await expect(db.inPlatform('test', ({ sql }) => sql.query('DELETE FROM kit.history'))).rejects.toThrow(
    'permission denied',
  );
});

it('forces row-level security on every table with a tenant', async () => {
  const loose = await sample.asSuperuser(`
    SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'tenant_id'
    WHERE relkind = 'r' AND NOT (relrowsecurity AND relforcerowsecurity)`);
  expect(loose).toEqual([]);
});

describe('Prisma', () => {
  const statement = (sql: string, args: unknown[] = []) => ({
    sql,
    args,
    argTypes: args.map(() => ({ scalarType: 'string' as const, arity: 'scalar' as const })),
  });
  const adapterOf = () => db.prisma((adapter: PrismaPg) => adapter);

  it('works in the current transaction, and in no other', async () => {
    const factory = adapterOf();
    const adapter = await factory.connect();
    const actor = systemActor(randomUUID(), 'test');
    const seen = await db.inTenant(actor, async (tx) => {
      await addNote(tx, 'by hand');
      return (await adapter.queryRaw(statement('SELECT text FROM note'))).rows;
    });
    expect(seen).toEqual([['by hand']]);
    await expect(adapter.queryRaw(statement('SELECT text FROM note'))).rejects.toThrow(
      'tenant transaction only',
    );
  });

  it('turns its transactions into savepoints', async () => {
    const adapter = await adapterOf().connect();
    const actor = systemActor(randomUUID(), 'test');
    const insert = (text: string) =>
      statement(`INSERT INTO note VALUES (gen_random_uuid(), '${actor.tenantId}', '${text}')`);
    await db.inTenant(actor, async () => {
      const committed = await adapter.startTransaction();
      await committed.executeRaw(insert('kept'));
      await committed.executeRaw(statement('COMMIT'));
      await committed.commit();
      const undone = await adapter.startTransaction();
      await undone.executeRaw(insert('undone'));
      await undone.executeRaw(statement('ROLLBACK'));
      await undone.rollback();
    });
    expect(await db.inTenant(actor, texts)).toEqual(['kept']);
  });
});
