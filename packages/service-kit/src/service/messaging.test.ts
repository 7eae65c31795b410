import pino from 'pino';
import { consumer } from '../events/consumer';
import { MemoryBus } from '../messaging/memory-bus';
import type { OutboxRelay } from '../messaging/relay';
import type { SubscriptionOptions } from '../messaging/types';
import { Messaging } from './messaging';
import type { ServiceContext } from './context';

/** A bus on which some groups cannot be joined. */
class HalfBus extends MemoryBus {
  readonly failing = new Set<string>();
  readonly made: string[] = [];
  override subscribe(options: SubscriptionOptions) {
    const { failing } = this;
    return {
      ...super.subscribe(options),
      get healthy() {
        return !failing.has(options.group);
      },
    };
  }
  override async ensureTopics(topics: readonly { name: string }[] = []): Promise<void> {
    this.made.push(...topics.map(({ name }) => name));
  }
}

const start = (bus: HalfBus) => {
  const relay = { start: () => undefined, stop: async () => undefined } as unknown as OutboxRelay;
  const db = { inPlatform: async () => [], askPlatform: async () => ({ rows: [] }) };
  const ctx = { bus, db, log: pino({ level: 'silent' }) } as unknown as ServiceContext;
  const consumers = ['crm.one', 'crm.other'].map((name) => consumer('identity.user.v1', name, {}));
  const settings = { ctx, relay, consumers, publishes: [], listensTo: [], extra: () => [] };
  const messaging = new Messaging(settings);
  messaging.start();
  return messaging;
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('is degraded before it is started, and up when every group is joined', async () => {
  const messaging = start(new HalfBus());
  expect(messaging.health()).toEqual({ status: 'degraded', reason: 'not started' });
  await settled();
  expect(messaging.health()).toEqual({ status: 'up' });
  await messaging.stopConsuming();
});

it('is degraded, not down, when a group fails', async () => {
  const bus = new HalfBus();
  const messaging = start(bus);
  await settled();
  bus.failing.add('crm.other');
  expect(messaging.health()).toEqual({ status: 'degraded', reason: '1 of 2: crm.other' });
  bus.failing.clear();
  expect(messaging.health()).toEqual({ status: 'up' });
  await messaging.stopConsuming();
});

it('creates the consumed topics, and none for failed deliveries', async () => {
  const bus = new HalfBus();
  const messaging = start(bus);
  await settled();
  expect(bus.made).toEqual(['identity.user.v1']);
  await messaging.stopConsuming();
});
