import type { Bus, BusMessage, ReceivedMessage, Subscription, SubscriptionOptions } from './types';

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
    while (!group.stopped) {
      const next = this.next(group);
      if (!next) {
        await new Promise<void>((resolve) => {
          group.wake = resolve;
          if (group.stopped || this.next(group)) resolve();
        });
        continue;
      }
      try {
        await group.options.handler(next, group.abort.signal);
        group.position.set(next.topic, Number(next.offset) + 1);
      } catch {
        // Not acknowledged: the same message is redelivered, as by a broker.
        await new Promise((resolve) => setTimeout(resolve, this.redeliveryMs));
      }
    }
  }

  private next({ options, position }: Group): ReceivedMessage | null {
    for (const topic of options.topics) {
      const offset = position.get(topic) ?? 0;
      const message = this.published(topic)[offset];
      if (message) return { ...message, partition: 0, offset: String(offset) };
    }
    return null;
  }
}
