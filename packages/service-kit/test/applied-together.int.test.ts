import { randomUUID } from 'node:crypto';
import { topics } from '@coulisse/contracts';
import { startTestService, type TestDatabase, type TestService } from '@coulisse/test-kit';
import { consumer, NotTogether, Problem, type LockTogether, type Tx } from '../src';
import { ConsumerRunner } from '../src/events/consumer-runner';
import type { FailedMessage } from '../src/events/failed-delivery';
import { toMessage } from '../src/messaging/envelope';
import type { ReceivedMessage } from '../src/messaging/types';
import { addNote, sampleService, sampleWithNotes, TOPIC } from './support/sample-service';

jest.setTimeout(120_000);

let database: TestDatabase;
let service: TestService;
let refused = new Set<string>();
let stored: FailedMessage[] = [];

beforeAll(async () => {
  database = await sampleWithNotes();
  service = await startTestService(sampleService().service, { database });
});
afterAll(async () => {
  await service?.stop();
  await database?.drop();
});
beforeEach(() => {
  refused = new Set();
  stored = [];
});

/** Writes the text of each event with the transaction that applied it. */
async function hear({ kind }: { kind: string }, tx: Tx): Promise<void> {
  const { rows } = await tx.sql.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
  await addNote(tx, `${kind} ${rows[0]?.id ?? ''}`);
  if (refused.has(kind)) throw new Error(`${kind} is refused`);
}

function runner(together: number, handler: object = hear, lockTogether?: LockTogether<typeof TOPIC>) {
  const declared = consumer(
    TOPIC,
    `sample.together-${randomUUID()}`,
    { sent: handler as typeof hear },
    { together, ...(lockTogether && { lockTogether }) },
  );
  const insert = async (failed: FailedMessage) => void stored.push(failed);
  return new ConsumerRunner({ consumer: declared, ctx: service.ctx, store: { insert } });
}

function message(tenant: string, kind: string): ReceivedMessage {
  const id = randomUUID();
  const value = { notificationId: id, kind, subjectId: id, subjectResource: '' };
  const payload = topics[TOPIC].encode({ event: { $case: 'sent', value } }).finish();
  const row = {
    ...{ id, tenant_id: tenant, topic: TOPIC, aggregate_id: id, type: 'sent' },
    ...{ payload: Buffer.from(payload), headers: {}, created_at: new Date() },
  };
  return { ...toMessage(row, 'payments'), partition: 0, offset: '0' };
}

const { signal } = new AbortController();

/** Texts of a tenant in the order in which they were written, with their transactions. */
async function heard(tenant: string): Promise<{ kinds: string[]; transactions: Set<string> }> {
  const rows = await database.asSuperuser<{ text: string }>(
    `SELECT text FROM note WHERE tenant_id = $1 ORDER BY xmin::text::bigint, ctid`,
    [tenant],
  );
  const words = rows.map(({ text }) => text.split(' '));
  return { kinds: words.map(([kind = '']) => kind), transactions: new Set(words.map(([, id = '']) => id)) };
}

it('applies events of a tenant that arrive together in one transaction, in their order', async () => {
  const tenant = randomUUID();
  const kinds = ['a', 'b', 'c', 'd', 'e'];
  await runner(50).handleAll(
    kinds.map((kind) => message(tenant, kind)),
    signal,
  );
  const found = await heard(tenant);
  expect(found.kinds).toEqual(kinds);
  expect(found.transactions.size).toBe(1);
});

it('applies each in its own transaction if the consumer does not allow more', async () => {
  const alone = randomUUID();
  await runner(1).handleAll(
    ['a', 'b'].map((kind) => message(alone, kind)),
    signal,
  );
  expect((await heard(alone)).transactions.size).toBe(2);
});

it('applies events of several tenants that come in turns in one transaction for each', async () => {
  const [ours, theirs] = [randomUUID(), randomUUID()];
  await runner(50).handleAll(
    ['a', 'b', 'c', 'd'].map((kind, index) => message(index % 2 === 0 ? ours : theirs, kind)),
    signal,
  );
  for (const [tenant, kinds] of [
    [ours, ['a', 'c']],
    [theirs, ['b', 'd']],
  ] as const) {
    const found = await heard(tenant);
    expect(found.kinds).toEqual(kinds);
    expect(found.transactions.size).toBe(1);
  }
});

it('is not divided by events that the consumer does not handle', async () => {
  const tenant = randomUUID();
  const unknown = () => ({ ...message(tenant, ''), value: Buffer.alloc(0) });
  await runner(50).handleAll(
    [message(tenant, 'a'), unknown(), message(tenant, 'b'), unknown(), message(tenant, 'c')],
    signal,
  );
  const found = await heard(tenant);
  expect(found.kinds).toEqual(['a', 'b', 'c']);
  expect(found.transactions.size).toBe(1);
  expect(stored).toEqual([]);
});

describe('with locks of all events before the first handler', () => {
  it('has them in the transaction of all', async () => {
    const tenant = randomUUID();
    const locked: string[] = [];
    const lock: LockTogether<typeof TOPIC> = async (events, tx) => {
      locked.push(...events.map(({ event }) => event.value.kind));
      await addNote(tx, 'locks 0');
    };
    await runner(50, hear, lock).handleAll(
      ['a', 'b'].map((kind) => message(tenant, kind)),
      signal,
    );
    expect(locked).toEqual(['a', 'b']);
    expect((await heard(tenant)).kinds).toEqual(['locks', 'a', 'b']);
  });

  it('applies each by itself when they cannot be applied together', async () => {
    const tenant = randomUUID();
    const lock = () => Promise.reject(new NotTogether('one of them is different'));
    await runner(50, hear, lock).handleAll(
      ['a', 'b'].map((kind) => message(tenant, kind)),
      signal,
    );
    const found = await heard(tenant);
    expect(found.kinds).toEqual(['a', 'b']);
    expect(found.transactions.size).toBe(2);
    expect(stored).toEqual([]);
  });
});

describe('with work before the transaction', () => {
  const hearPrepared = (
    { kind }: { kind: string },
    tx: Tx,
    _meta: unknown,
    _ctx: unknown,
    prepared: string,
  ) => {
    expect(prepared).toBe(`${kind} is ready`);
    return hear({ kind }, tx);
  };
  /** A consumer whose work takes a moment, with how much of it went on at once. */
  function worker() {
    const work = { active: 0, most: 0, done: [] as string[] };
    const prepare = async ({ kind }: { kind: string }) => {
      work.most = Math.max(work.most, ++work.active);
      await new Promise((resolve) => setTimeout(resolve, 20));
      work.active--;
      if (refused.has(kind)) throw new Problem('service.unavailable');
      work.done.push(kind);
      return `${kind} is ready`;
    };
    return { work, group: runner(50, { prepare, handle: hearPrepared }) };
  }

  it('a few are worked on at once, and all are applied in one transaction, in their order', async () => {
    const tenant = randomUUID();
    const { work, group } = worker();
    const kinds = ['a', 'b', 'c', 'd', 'e', 'f'];
    const messages = kinds.map((kind) => message(tenant, kind));
    await group.handleAll(messages, signal);
    expect(work.most).toBe(4);
    const found = await heard(tenant);
    expect(found.kinds).toEqual(kinds);
    expect(found.transactions.size).toBe(1);
    // Delivered again, nothing is worked on a second time.
    await group.handleAll(messages, signal);
    expect(work.done).toHaveLength(kinds.length);
    expect((await heard(tenant)).kinds).toEqual(kinds);
  });

  it('one whose work fails is stored when the others have ended; they have their effect once', async () => {
    const tenant = randomUUID();
    refused.add('b');
    const { work, group } = worker();
    await group.handleAll(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((kind) => message(tenant, kind)),
      signal,
    );
    expect(work.active).toBe(0);
    expect((await heard(tenant)).kinds).toEqual(['a', 'c', 'd', 'e', 'f']);
    expect(stored).toHaveLength(1);
  });

  it('events of one key wait for each other', async () => {
    const tenant = randomUUID();
    const { work, group } = worker();
    const [first, other, again] = ['a', 'b', 'c'].map((kind) => message(tenant, kind));
    await group.handleAll([first!, other!, { ...again!, key: first!.key }], signal);
    expect(work.most).toBe(2);
    expect((await heard(tenant)).transactions.size).toBe(2);
  });
});

it('never mixes tenants', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const messages = [message(first, 'a'), message(first, 'b'), message(second, 'c'), message(first, 'd')];
  await runner(50).handleAll(messages, signal);
  expect(await heard(first)).toMatchObject({ kinds: ['a', 'b', 'd'] });
  expect(await heard(second)).toMatchObject({ kinds: ['c'] });
});

it('an event that fails is stored, and those beside it have their effect once', async () => {
  const tenant = randomUUID();
  refused.add('b');
  await runner(50).handleAll(
    ['a', 'b', 'c'].map((kind) => message(tenant, kind)),
    signal,
  );
  expect((await heard(tenant)).kinds).toEqual(['a', 'c']);
  expect(stored).toHaveLength(1);
});

it('an unreadable message is stored, and those around it are applied', async () => {
  const tenant = randomUUID();
  const broken = { ...message(tenant, 'b'), value: Buffer.from([0xff, 0xff, 0xff]) };
  await runner(50).handleAll([message(tenant, 'a'), broken, message(tenant, 'c')], signal);
  expect((await heard(tenant)).kinds).toEqual(['a', 'c']);
  expect(stored).toHaveLength(1);
});

it('messages that are delivered again change nothing; without the inbox they would', async () => {
  const tenant = randomUUID();
  const group = runner(50);
  const first = ['a', 'b'].map((kind) => message(tenant, kind));
  await group.handleAll(first, signal);
  const later = message(tenant, 'c');
  await group.handleAll([...first, later], signal);
  // The same message twice in one batch.
  await group.handleAll([later, later], signal);
  expect((await heard(tenant)).kinds.sort()).toEqual(['a', 'b', 'c']);

  await database.asSuperuser('DELETE FROM kit.inbox WHERE tenant_id = $1', [tenant]);
  await group.handleAll(first, signal);
  expect((await heard(tenant)).kinds.sort()).toEqual(['a', 'a', 'b', 'b', 'c']);
});
