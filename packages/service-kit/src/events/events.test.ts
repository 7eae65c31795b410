import { topics } from '@coulisse/contracts';
import pino from 'pino';
import { systemActor } from '../actor';
import type { Database, Tx } from '../database/types';
import { MemoryBus } from '../messaging/memory-bus';
import { toMessage, type OutboxRow } from '../messaging/envelope';
import type { ReceivedMessage } from '../messaging/types';
import type { ServiceContext } from '../service/types';
import { delayOf, wait } from './back-off';
import { consumer } from './consumer';
import { ConsumerRunner } from './consumer-runner';
import { listen } from './listen';

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
      .encode({ event: { $case: 'accessChanged', value: { userId: 'u1', subject: 's1' } } })
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

/** A context whose database is one inbox. */
function context() {
  const inbox = new Set<string>();
  const tx = {
    tenantId: TENANT,
    actor: systemActor(TENANT, 'test'),
    sql: {
      named: async (name: string, _text: string, values: string[]) => {
        const key = name === 'kit_inbox' ? `${values[0]} ${values[1]}` : `${values[2]} ${values[1]}`;
        const known = inbox.has(key);
        if (name === 'kit_inbox') inbox.add(key);
        return { rows: [], rowCount: name === 'kit_inbox' ? Number(!known) : Number(known) };
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
  return {
    bus,
    ctx: { db: { inTenant }, bus, log: pino({ level: 'silent' }), name: 'crm' } as unknown as ServiceContext,
  };
}
const never = new AbortController().signal;

it('hands over the event with its meta, once', async () => {
  const { ctx } = context();
  const handle = jest.fn(async () => undefined);
  const runner = new ConsumerRunner(
    consumer('identity.user.v1', 'crm.on-user', { accessChanged: handle }),
    ctx,
  );
  await runner.handle(received(), never);
  await runner.handle(received(), never);
  expect(handle).toHaveBeenCalledTimes(1);
  const meta = {
    messageId: row().id,
    tenantId: TENANT,
    aggregateId: 'u1',
    type: 'accessChanged',
    time: row().created_at,
  };
  expect(handle).toHaveBeenCalledWith(
    { userId: 'u1', subject: 's1' },
    expect.anything(),
    expect.objectContaining(meta),
    ctx,
    undefined,
  );
});

it('prepares before the transaction, and only what is new', async () => {
  const { ctx } = context();
  const prepare = jest.fn(async ({ subject }: { subject: string }) => subject.length);
  const seen: number[] = [];
  const heard = consumer('identity.user.v1', 'crm.on-user', {
    accessChanged: {
      prepare,
      handle: async (_value, _tx, _meta, _ctx, length: number) => void seen.push(length),
    },
  });
  const runner = new ConsumerRunner(heard, ctx);
  await runner.handle(received(), never);
  await runner.handle(received(), never);
  expect([seen, prepare.mock.calls.length]).toEqual([[2], 1]);
});

it('acknowledges events that it does not know', async () => {
  const { ctx, bus } = context();
  const runner = new ConsumerRunner(consumer('identity.user.v1', 'crm.on-user', {}), ctx);
  await runner.handle(received(), never);
  await runner.handle({ ...received(), value: Buffer.from([0x9a, 0x06, 0x00]) }, never);
  expect(bus.published('identity.user.v1.crm.on-user.dlq')).toEqual([]);
});

it('rejects when the dead letter cannot be sent, so that the message comes again', async () => {
  const { ctx, bus } = context();
  jest.spyOn(bus, 'publish').mockRejectedValue(new Error('no broker'));
  const broken = consumer('identity.user.v1', 'crm.on-user', {
    accessChanged: () => Promise.reject(new Error('bug')),
  });
  await expect(new ConsumerRunner(broken, ctx).handle(received(), never)).rejects.toThrow('no broker');
});

it('leaves the message when it is stopped while it waits', async () => {
  const { ctx, bus } = context();
  const stop = new AbortController();
  const flaky = consumer('identity.user.v1', 'crm.on-user', {
    accessChanged: () => {
      stop.abort(new Error('stopping'));
      return Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
    },
  });
  await expect(new ConsumerRunner(flaky, ctx, BACK_OFF).handle(received(), stop.signal)).rejects.toThrow(
    'stopping',
  );
  expect(bus.published('identity.user.v1.crm.on-user.dlq')).toEqual([]);
});

it('keeps the bytes and the headers of a dead letter', async () => {
  const { ctx, bus } = context();
  const broken = consumer('identity.user.v1', 'crm.on-user', {
    accessChanged: () => Promise.reject(new Error('bug')),
  });
  const message = received({
    headers: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
  });
  await new ConsumerRunner(broken, ctx, BACK_OFF).handle(message, never);
  const [letter] = bus.published('identity.user.v1.crm.on-user.dlq');
  expect(letter).toMatchObject({ key: 'u1', value: message.value, headers: message.headers });
  expect(letter!.headers).toMatchObject({
    dlq_reason: 'permanent',
    dlq_offset: '7',
    dlq_error: 'Error: bug',
  });
});

it('lets listeners hear, and survive what they throw', async () => {
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

it('waits longer each time, up to a limit', () => {
  const backOff = { attempts: 9, baseMs: 100, maxMs: 1_000 };
  const delays = (random: number) =>
    [1, 2, 3, 4, 5, 6].map((attempt) => delayOf(backOff, attempt, () => random));
  expect(delays(1)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  expect(delays(0)).toEqual([50, 100, 200, 400, 500, 500]);
});

it('does not wait for what is already over', async () => {
  await expect(wait(60_000, AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
});
