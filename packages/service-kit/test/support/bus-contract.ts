import { randomUUID } from 'node:crypto';
import type { Bus, BusMessage, ReceivedMessage, Subscription } from '../../src/messaging/types';

/** Waits for a condition; written here so that the suite has no dependency. */
async function until(condition: () => boolean, timeoutMs = 20_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error('nothing came in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The contract of every bus adapter: the same suite runs on the in-memory bus and on Kafka. */
export function busContract(name: string, open: () => Bus): void {
  describe(`bus: ${name}`, () => {
    let bus: Bus;
    let topic: string;
    const subscriptions: Subscription[] = [];

    beforeAll(async () => {
      bus = open();
      topic = `contract.${randomUUID()}`;
      await bus.ensureTopics([{ name: topic, partitions: 3 }]);
    });
    afterEach(async () => {
      await Promise.all(subscriptions.splice(0).map((subscription) => subscription.stop()));
    });
    afterAll(() => bus.close());

    const message = (key: string, text: string): BusMessage => ({
      topic,
      key,
      value: Buffer.from([0, 255, ...Buffer.from(text)]),
      headers: { ce_id: text },
    });
    const collect = (
      group: string,
      from: 'earliest' | 'latest',
      fail?: (message: ReceivedMessage) => boolean,
    ) => {
      const received: ReceivedMessage[] = [];
      const subscription = bus.subscribe({
        topics: [topic],
        group,
        from,
        handler: async (incoming) => {
          if (fail?.(incoming)) throw new Error('not now');
          received.push(incoming);
        },
      });
      subscriptions.push(subscription);
      return { received, subscription };
    };
    const idsOf = (received: ReceivedMessage[], prefix: string) =>
      received.map(({ headers }) => headers.ce_id!).filter((id) => id.startsWith(prefix));

    it('ensureTopics accepts existing topics', () =>
      expect(bus.ensureTopics([{ name: topic, partitions: 3 }])).resolves.toBeUndefined());

    it('is healthy', () => expect(bus.healthy()).resolves.toBe(true));

    it('delivers bytes, key and headers, in order per key, to a group that subscribes later', async () => {
      const numbers = Array.from({ length: 50 }, (_, index) => index);
      await bus.publish(numbers.flatMap((n) => [message('a', `order-a-${n}`), message('b', `order-b-${n}`)]));
      const { received } = collect(`g-${randomUUID()}`, 'earliest');
      await until(() => received.length >= 100);
      expect(idsOf(received, 'order-a')).toEqual(numbers.map((n) => `order-a-${n}`));
      expect(idsOf(received, 'order-b')).toEqual(numbers.map((n) => `order-b-${n}`));
      expect(received[0]).toMatchObject({ topic, key: expect.stringMatching(/^[ab]$/) as string });
      expect([...received[0]!.value.subarray(0, 2)]).toEqual([0, 255]);
    });

    it('delivers batches in order, redelivers a failed one, and reports the stored offsets', async () => {
      const size = (list: Awaited<ReturnType<Bus['offsets']>>) =>
        list.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
      const before = size(await bus.offsets(topic));
      await bus.publish(Array.from({ length: 25 }, (_, n) => message('batch', `batch-${n}`)));
      expect(size(await bus.offsets(topic)) - before).toBe(25);
      const batches: string[][] = [];
      let attempts = 0;
      subscriptions.push(
        bus.subscribe({
          topics: [topic],
          group: `g-${randomUUID()}`,
          from: 'earliest',
          batch: {
            maxMessages: 10,
            handle: async (messages) => {
              const ids = idsOf([...messages], 'batch-');
              if (ids.includes('batch-7') && ++attempts === 1) throw new Error('not now');
              batches.push(ids);
              expect(messages.length).toBeLessThanOrEqual(10);
            },
          },
        }),
      );
      await until(() => batches.flat().length >= 25);
      expect(batches.flat()).toEqual(Array.from({ length: 25 }, (_, n) => `batch-${n}`));
      expect(attempts).toBe(2);
    });

    it('redelivers a message whose handler failed, before later ones', async () => {
      const attempts = new Map<string, number>();
      const group = `g-${randomUUID()}`;
      const { received, subscription } = collect(group, 'latest', ({ headers }) => {
        const id = headers.ce_id!;
        attempts.set(id, (attempts.get(id) ?? 0) + 1);
        return id === 'again-0' && attempts.get(id)! < 3;
      });
      await subscription.ready;
      await bus.publish([message('k', 'again-0'), message('k', 'again-1')]);
      await until(() => idsOf(received, 'again').length >= 2);
      expect(idsOf(received, 'again').slice(0, 2)).toEqual(['again-0', 'again-1']);
      expect(attempts.get('again-0')).toBe(3);
    });

    it('resumes where the group stopped', async () => {
      const group = `g-${randomUUID()}`;
      const first = collect(group, 'latest');
      await first.subscription.ready;
      await bus.publish([message('k', 'resume-0')]);
      await until(() => idsOf(first.received, 'resume').length === 1);
      await first.subscription.stop();
      await bus.publish([message('k', 'resume-1')]);
      const second = collect(group, 'latest');
      await until(() => idsOf(second.received, 'resume-1').length === 1);
      expect(idsOf(second.received, 'resume')).toEqual(['resume-1']);
    });

    it('delivers each message to every group', async () => {
      const groups = [collect(`g-${randomUUID()}`, 'latest'), collect(`g-${randomUUID()}`, 'latest')];
      await Promise.all(groups.map(({ subscription }) => subscription.ready));
      await bus.publish([message('k', 'copy-0')]);
      await until(() => groups.every(({ received }) => idsOf(received, 'copy').length === 1));
    });
  });
}
