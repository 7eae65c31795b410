import { topics } from '@coulisse/contracts';
import pino from 'pino';
import { systemActor } from '../actor';
import type { Database, Tx } from '../database/types';
import { MemoryBus } from '../messaging/memory-bus';
import { toMessage, type OutboxRow } from '../messaging/envelope';
import type { ReceivedMessage } from '../messaging/types';
import type { ServiceContext } from '../service/context';
import { delayOf, wait, type BackOff } from './back-off';
import { consumer } from './consumer';
import { ConsumerRunner } from './consumer-runner';
import { PLATFORM_TENANT, type FailedMessage } from './failed-delivery';
import { listen } from './listen';
import type { Consumer } from './types';

const TENANT = '0190a000-0000-7000-8000-000000000001';
const BACK_OFF = { attempts: 3, baseMs: 1, maxMs: 2 };

const row = (overrides: Partial<OutboxRow> = {}): OutboxRow => ({
  id: '0190a000-0000-7000-8000-00000000000a',
  tenant_id: TENANT,
  topic: 'identity.user.v1',
  aggregate_id: 'u1',
  type: 'accessChanged',
  payload: Buffer.from(
    topics['identity.user.v1']
      .encode({
        event: { $case: 'accessChanged', value: { userId: 'u1', subject: 's1', endsSessions: false } },
      })
      .finish(),
  ),
  headers: {},
  created_at: new Date('2026-01-02T03:04:05Z'),
  ...overrides,
});
const received = (overrides?: Partial<OutboxRow>): ReceivedMessage => ({
  ...toMessage(row(overrides), 'identity'),
  partition: 0,
  offset: '7',
});

/** A context whose database is one inbox and a table of failed deliveries. */
function context() {
  const stored: FailedMessage[] = [];
  const inbox = new Set<string>();
  const tx = {
    tenantId: TENANT,
    actor: systemActor(TENANT, 'test'),
    sql: {
      named: async (name: string, _text: string, values: string[]) => {
        const key = `${values[0]} ${values[1]}`;
        const handled = inbox.has(key);
        const held = stored.some(({ messageKey, state }) => messageKey === values[3] && state === 'RETRYING');
        if (name === 'kit_inbox_known') return { rows: [{ handled, held }], rowCount: 1 };
        if (!held) inbox.add(key);
        return { rows: [], rowCount: Number(!handled && !held) };
      },
    },
  } as unknown as Tx;
  const inTenant: Database['inTenant'] = async (_actor, work) => {
    const before = [...inbox];
    try {
      return await work(tx);
    } catch (error) {
      inbox.clear();
      before.forEach((key) => inbox.add(key));
      throw error;
    }
  };
  const bus = new MemoryBus();
  const ctx = {
    db: { inTenant },
    bus,
    log: pino({ level: 'silent' }),
    name: 'crm',
  } as unknown as ServiceContext;
  const store = { insert: jest.fn(async (failed: FailedMessage) => void stored.push(failed)) };
  const runner = (heard: Consumer, backOff: BackOff = BACK_OFF, timeoutMs = 60_000) =>
    new ConsumerRunner({
      consumer: heard,
      ctx,
      store,
      backOff,
      storeBackOff: { baseMs: 1, maxMs: 2 },
      timeoutMs,
    });
  return { bus, ctx, stored, store, runner };
}
const away = () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
const never = new AbortController().signal;

it('calls the handler with the event and its meta, once', async () => {
  const { ctx, runner } = context();
  const handle = jest.fn(async () => undefined);
  const heard = runner(consumer('identity.user.v1', 'crm.on-user', { accessChanged: handle }));
  await heard.handle(received(), never);
  await heard.handle(received(), never);
  expect(handle).toHaveBeenCalledTimes(1);
  const meta = {
    messageId: row().id,
    tenantId: TENANT,
    aggregateId: 'u1',
    type: 'accessChanged',
    time: row().created_at,
  };
  expect(handle).toHaveBeenCalledWith(
    expect.objectContaining({ userId: 'u1', subject: 's1' }),
    expect.anything(),
    expect.objectContaining(meta),
    ctx,
    undefined,
  );
});

it('prepares before the transaction, and only new messages', async () => {
  const { runner } = context();
  const prepare = jest.fn(async ({ subject }: { subject: string }) => subject.length);
  const seen: number[] = [];
  const heard = runner(
    consumer('identity.user.v1', 'crm.on-user', {
      accessChanged: {
        prepare,
        handle: async (_value, _tx, _meta, _ctx, length: number) => void seen.push(length),
      },
    }),
  );
  await heard.handle(received(), never);
  await heard.handle(received(), never);
  expect([seen, prepare.mock.calls.length]).toEqual([[2], 1]);
});

it('acknowledges unknown events', async () => {
  const { runner, stored } = context();
  const heard = runner(consumer('identity.user.v1', 'crm.on-user', {}));
  await heard.handle(received(), never);
  await heard.handle({ ...received(), value: Buffer.from([0x9a, 0x06, 0x00]) }, never);
  expect(stored).toEqual([]);
});

const failing = (error: () => unknown) =>
  consumer('identity.user.v1', 'crm.on-user', { accessChanged: () => Promise.reject(error() as Error) });

describe('a message that fails', () => {
  it.each<[string, () => unknown, Partial<FailedMessage>]>([
    ['transiently', away, { state: 'RETRYING', attempts: 3, delayMs: 2_000 }],
    ['permanently', () => new TypeError('a bug'), { state: 'DEAD', attempts: 1 }],
    ['with undefined', () => undefined, { state: 'DEAD', attempts: 1 }],
    [
      'with a value that cannot become a string',
      () => Object.create(null) as unknown,
      { state: 'DEAD', attempts: 1 },
    ],
    [
      'with an error whose fields throw',
      () =>
        Object.defineProperty(new Error('x'), 'code', {
          get: () => {
            throw new Error('not even this');
          },
        }),
      { state: 'DEAD', attempts: 1 },
    ],
  ])('%s is stored with its bytes, and acknowledged', async (_how, error, expected) => {
    const { runner, stored } = context();
    const message = received();
    await runner(failing(error)).handle(message, never);
    expect(stored).toMatchObject([
      { tenantId: TENANT, messageId: row().id, messageKey: 'u1', message, ...expected },
    ]);
  });

  it('is stored although every log call throws', async () => {
    const { runner, stored, ctx } = context();
    const throws = () => {
      throw new Error('the log is full');
    };
    Object.assign(ctx, { log: { error: throws, warn: throws, info: throws, debug: throws } });
    await runner(failing(away)).handle(received(), never);
    await runner(failing(() => new TypeError('a bug'))).handle(received({ aggregate_id: 'u2' }), never);
    expect(stored.map(({ state }) => state)).toEqual(['RETRYING', 'DEAD']);
  });

  it('is not acknowledged until it is stored, and storing it is retried', async () => {
    const { runner, stored, store } = context();
    store.insert.mockRejectedValueOnce(away()).mockRejectedValueOnce(away());
    await runner(failing(() => new Error('bug'))).handle(received(), never);
    expect([store.insert.mock.calls.length, stored.length]).toEqual([3, 1]);
  });

  it('is redelivered when the service stops before it could be stored', async () => {
    const { runner, stored, store } = context();
    const stop = new AbortController();
    store.insert.mockImplementation(() => {
      stop.abort(new Error('stopping'));
      return Promise.reject(away());
    });
    const handled = runner(failing(() => new Error('bug'))).handle(received(), stop.signal);
    await expect(handled).rejects.toThrow('stopping');
    expect(stored).toEqual([]);
  });

  it('is redelivered when the service stops during the attempt', async () => {
    const { runner, stored } = context();
    const stop = new AbortController();
    const flaky = failing(() => {
      stop.abort(new Error('stopping'));
      return away();
    });
    await expect(runner(flaky).handle(received(), stop.signal)).rejects.toThrow('away');
    expect(stored).toEqual([]);
  });

  it('is stored without the e-mail addresses in its error text', async () => {
    const { runner, stored } = context();
    const error = new Error('550 <anne@example.org> is unknown\0');
    await runner(failing(() => error)).handle(received(), never);
    expect(stored[0]!.failure).toEqual({
      code: 'Error',
      text: 'Error: 550 <[hidden]> is unknown\uFFFD',
      transient: false,
    });
  });

  it('defers the later messages of its key, and no others', async () => {
    const { runner, stored } = context();
    const heard = runner(failing(away));
    await heard.handle(received(), never);
    const handled: string[] = [];
    const works = runner(
      consumer('identity.user.v1', 'crm.on-user', {
        accessChanged: async (_value, _tx, { messageId }) => void handled.push(messageId),
      }),
    );
    const next = '0190a000-0000-7000-8000-00000000000b';
    const other = '0190a000-0000-7000-8000-00000000000c';
    await works.handle(received({ id: next }), never);
    await works.handle(received({ id: other, aggregate_id: 'u2' }), never);
    expect(handled).toEqual([other]);
    expect(stored[1]).toMatchObject({ messageId: next, state: 'RETRYING', attempts: 0, delayMs: 0 });
  });

  it('is not retried in place after a slow failure', async () => {
    const { runner, stored } = context();
    const clock = jest.spyOn(Date, 'now');
    let now = 1_000_000;
    clock.mockImplementation(() => now);
    const slow = failing(() => {
      now += 5_000;
      return away();
    });
    const heard = runner(slow);
    await heard.handle(received(), never);
    // The tenant's next message is stored without an attempt, so that the partition does not wait again.
    await heard.handle(received({ id: '0190a000-0000-7000-8000-00000000000b', aggregate_id: 'u2' }), never);
    clock.mockRestore();
    expect(stored.map(({ attempts }) => attempts)).toEqual([1, 0]);
  });
});

describe('an attempt that does not end', () => {
  let end: () => void = () => undefined;
  const endless = (signals: AbortSignal[] = []) =>
    consumer('identity.user.v1', 'crm.on-user', {
      accessChanged: (_value, _tx, { signal }) => {
        signals.push(signal);
        return new Promise<void>((resolve) => (end = resolve));
      },
    });

  it('is aborted and stored after its timeout, and does not block later messages', async () => {
    const { runner, stored } = context();
    const signals: AbortSignal[] = [];
    await runner(endless(signals), BACK_OFF, 20).handle(received(), never);
    expect(stored).toMatchObject([{ state: 'RETRYING', failure: { code: 'TimeoutError', transient: true } }]);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  it('would block its partition without a timeout: this test can fail', async () => {
    const { runner, stored } = context();
    const handled = runner(endless()).handle(received(), never);
    const waited = new Promise((resolve) => setTimeout(resolve, 100, 'still waiting'));
    expect(await Promise.race([handled, waited])).toBe('still waiting');
    end();
    await handled;
    expect(stored).toEqual([]);
  });

  it('does not begin its transaction when `prepare` exceeds the timeout', async () => {
    const { ctx, runner } = context();
    const inTenant = jest.spyOn(ctx.db, 'inTenant');
    let prepared: () => void = () => undefined;
    const heard = consumer('identity.user.v1', 'crm.on-user', {
      accessChanged: {
        prepare: () => new Promise<void>((resolve) => (prepared = resolve)),
        handle: async () => undefined,
      },
    });
    await runner(heard, BACK_OFF, 20).handle(received(), never);
    const before = inTenant.mock.calls.length;
    prepared();
    await new Promise((resolve) => setImmediate(resolve));
    expect(inTenant.mock.calls.length).toBe(before);
  });
});

describe('a message that cannot be read', () => {
  const heard = consumer('identity.user.v1', 'crm.on-user', { accessChanged: async () => undefined });
  const message = received();
  it.each<[string, ReceivedMessage]>([
    ['without an id', { ...message, headers: { ...message.headers, ce_id: '' } }],
    ['with an invalid id', { ...message, headers: { ...message.headers, ce_id: '\0' } }],
    ['without a tenant', { ...message, headers: { ce_id: row().id } }],
    [
      "with the platform's own tenant",
      { ...message, headers: { ce_id: row().id, ce_tenantid: PLATFORM_TENANT } },
    ],
    ['of an unknown topic', { ...message, topic: 'nobody.knows.v1' }],
    ['with undecodable bytes', { ...message, value: Buffer.from([0x0a, 0xff, 0x01]) }],
    ['with a key of 5,000 characters', { ...message, key: 'k'.repeat(5_000) }],
    ['with a NUL in its key', { ...message, key: 'k\0' }],
  ])('%s is stored as DEAD for the platform', async (_what, unreadable) => {
    const { runner, stored } = context();
    await runner(heard).handle(unreadable, never);
    expect(stored).toMatchObject([
      { tenantId: PLATFORM_TENANT, state: 'DEAD', failure: { code: 'unreadable' }, message: unreadable },
    ]);
    expect(stored[0]!.messageKey.length).toBeLessThanOrEqual(255);
    expect(stored[0]!.messageKey).not.toContain('\0');
  });
});

it('calls listeners, and continues after one that throws', async () => {
  const { ctx, bus } = context();
  const heard: string[] = [];
  await new Promise<void>((resolve) => {
    listen(ctx, 'identity.user.v1', 'test', {
      accessChanged: ({ subject }) => {
        if (heard.push(subject) === 2) resolve();
        throw new Error('a bad listener');
      },
    });
    void bus.publish([toMessage(row(), 'identity'), toMessage(row(), 'identity')]);
  });
  await bus.close();
  expect(heard).toEqual(['s1', 's1']);
});

it('doubles the delay with each attempt, up to a limit', () => {
  const backOff = { attempts: 9, baseMs: 100, maxMs: 1_000 };
  const delays = (random: number) =>
    [1, 2, 3, 4, 5, 6].map((attempt) => delayOf(backOff, attempt, () => random));
  expect(delays(1)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  expect(delays(0)).toEqual([50, 100, 200, 400, 500, 500]);
});

it('rejects at once when the signal is already aborted', async () => {
  await expect(wait(60_000, AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
});
