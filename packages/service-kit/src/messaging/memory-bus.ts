import {
  batchHandlerOf,
  type Bus,
  type BusMessage,
  type PartitionOffsets,
  type ReceivedMessage,
  type Subscription,
  type SubscriptionOptions,
} from './types';

interface Group {
  options: SubscriptionOptions;
  position: Map<string, number>;
  stopped: boolean;
  abort: AbortController;
  running: Promise<void>;
  wake: () => void;
}

/** A bus inside one process, for unit tests: one partition per topic, at least once, order kept. */
export class MemoryBus implements Bus {
  private readonly logs = new Map<string, BusMessage[]>();
  private readonly groups = new Set<Group>();
  private readonly positions = new Map<string, Map<string, number>>();

  constructor(private readonly redeliveryMs = 10) {}

  /** Messages published to a topic so far. */
  published(topic: string): readonly BusMessage[] {
    return this.logs.get(topic) ?? [];
  }

  async publish(messages: readonly BusMessage[]): Promise<void> {
    for (const message of messages) {
      const log = this.logs.get(message.topic) ?? [];
      log.push({ ...message, headers: { ...message.headers } });
      this.logs.set(message.topic, log);
    }
    for (const group of this.groups) group.wake();
  }

  subscribe(options: SubscriptionOptions): Subscription {
    const position = this.positions.get(options.group) ?? new Map<string, number>();
    this.positions.set(options.group, position);
    for (const topic of options.topics) {
      const start = options.from === 'latest' ? this.published(topic).length : 0;
      if (!position.has(topic)) position.set(topic, start);
    }
    const group: Group = {
      options,
      position,
      stopped: false,
      abort: new AbortController(),
      running: Promise.resolve(),
      wake: () => undefined,
    };
    group.running = this.run(group);
    this.groups.add(group);
    return { ready: Promise.resolve(), healthy: true, stop: () => this.stop(group) };
  }

  async ensureTopics(): Promise<void> {
    // Topics of this bus are created on first use.
  }

  async offsets(topic: string): Promise<PartitionOffsets[]> {
    return [{ partition: 0, low: '0', high: String(this.published(topic).length) }];
  }

  async healthy(): Promise<boolean> {
    return true;
  }

  async close(): Promise<void> {
    await Promise.all([...this.groups].map((group) => this.stop(group)));
  }

  private async stop(group: Group): Promise<void> {
    group.stopped = true;
    group.abort.abort();
    group.wake();
    await group.running;
    this.groups.delete(group);
  }

  private async run(group: Group): Promise<void> {
    const { maxMessages, handle } = batchHandlerOf(group.options);
    while (!group.stopped) {
      const messages = this.next(group, maxMessages);
      const last = messages.at(-1);
      if (!last) {
        await new Promise<void>((resolve) => {
          group.wake = resolve;
          if (group.stopped || this.next(group, 1).length > 0) resolve();
        });
        continue;
      }
      try {
        await handle(messages, group.abort.signal);
        group.position.set(last.topic, Number(last.offset) + 1);
      } catch {
        // Not acknowledged: the same message is redelivered, as by a broker.
        await new Promise((resolve) => setTimeout(resolve, this.redeliveryMs));
      }
    }
  }

  /** The next messages of one topic. */
  private next({ options, position }: Group, count: number): ReceivedMessage[] {
    for (const topic of options.topics) {
      const offset = position.get(topic) ?? 0;
      const messages = this.published(topic).slice(offset, offset + count);
      if (messages.length > 0)
        return messages.map((message, index) => ({
          ...message,
          partition: 0,
          offset: String(offset + index),
        }));
    }
    return [];
  }
}
