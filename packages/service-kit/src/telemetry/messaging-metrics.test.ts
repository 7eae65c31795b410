import {
  metrics,
  type BatchObservableCallback,
  type MeterProvider,
  type Observable,
} from '@opentelemetry/api';
import pino from 'pino';
import type { ServiceContext } from '../service/context';
import { observeMessaging } from './messaging-metrics';

interface Observed {
  name: string;
  value: number;
  attributes?: unknown;
}

let read: BatchObservableCallback | undefined;
const provider = {
  getMeter: () => ({
    createObservableGauge: (name: string) => ({ name }),
    addBatchObservableCallback: (callback: BatchObservableCallback) => void (read = callback),
    removeBatchObservableCallback: () => void (read = undefined),
  }),
} as unknown as MeterProvider;
beforeAll(() => void metrics.setGlobalMeterProvider(provider));
afterAll(() => metrics.disable());

const context = (inPlatform: unknown) =>
  ({ db: { inPlatform }, log: pino({ level: 'silent' }) }) as unknown as ServiceContext;
async function collect(): Promise<Observed[]> {
  const seen: Observed[] = [];
  await read?.({
    observe: (gauge: Observable, value: number, attributes?: unknown) =>
      void seen.push({ name: (gauge as unknown as { name: string }).name, value, attributes }),
  });
  return seen;
}

it('reports failed deliveries by consumer and state, and the lag of the outbox', async () => {
  const sql = { named: async () => ({ rows: [{ failed: 2, lag: 3.5 }] }) };
  const stop = observeMessaging(
    context(async (_reason: string, work: (tx: unknown) => unknown) => work({ sql })),
    { counts: async () => [{ consumer: 'crm.on-x', state: 'DEAD', count: 4 }] },
  );
  expect(await collect()).toEqual([
    {
      name: 'coulisse.failed_deliveries',
      value: 4,
      attributes: { 'messaging.consumer.group.name': 'crm.on-x', 'coulisse.delivery.state': 'DEAD' },
    },
    { name: 'coulisse.outbox.lag', value: 3.5, attributes: undefined },
    { name: 'coulisse.outbox.failed', value: 2, attributes: undefined },
  ]);
  stop();
  expect(read).toBeUndefined();
});

it('reports nothing while the database is unavailable, and does not throw', async () => {
  observeMessaging(context(undefined), { counts: () => Promise.reject(new Error('away')) });
  expect(await collect()).toEqual([]);
});

it('reads nothing while telemetry is off', async () => {
  metrics.disable();
  read = undefined;
  let reads = 0;
  const counts = async () => ((reads += 1), []);
  observeMessaging(context(undefined), { counts })();
  expect(read).toBeUndefined();
  expect(reads).toBe(0);
  metrics.setGlobalMeterProvider(provider);
});
