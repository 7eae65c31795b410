import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import type { Logger } from 'pino';
import { joinedCalls } from './joined-calls';
import {
  batchHandlerOf,
  type BatchHandler,
  type ReceivedMessage,
  type Subscription,
  type SubscriptionOptions,
} from './types';

/**
 * After a kill, the partitions of a process wait for its session to end. Long handlers do not need a longer one:
 * heartbeats are sent on a timer. A process that is frozen for longer loses its partitions; its messages are
 * redelivered, and the inbox drops duplicates.
 */
export const SESSION_TIMEOUT_MS = 10_000;
const HEARTBEAT_MS = 3_000;
/** A member that does not rejoin within this time of a rebalance is removed from the group; it joins again later. */
const REBALANCE_TIMEOUT_MS = 20_000;
/** A subscription without any activity for this long is restarted. */
const STALL_MS = 60_000;
const RESTART_MS = 1_000;
const LEAVE_MS = 4_000;
/**
 * How long the broker holds a request for messages when there are none; the first message ends it. A stop waits for the
 * request, and heartbeats are sent between two of them.
 */
const SINGLE = { maxWaitTimeInMs: 1_500 };
/**
 * Batches are gathered: the broker answers when there are many messages, or after this time. Each answer costs a
 * request, and most handlers a transaction, whether it carries seven messages or seventy.
 */
const GATHERED = { minBytes: 100_000, maxWaitTimeInMs: 500 };
/**
 * How often the position of the group is stored. The library would store it after each answer of each partition, which
 * costs the broker a record of its own each time. After a kill, the messages of this time are delivered again: the inbox
 * knows them.
 */
const COMMIT_MS = 1_000;

interface Position {
  topic: string;
  partition: number;
  /** Of the next message. */
  offset: string;
}

/** One consumer group member; restarts the library's consumer after crashes and stalls. */
export class KafkaSubscription implements Subscription {
  readonly ready: Promise<void>;
  private markReady: () => void = () => undefined;
  private readonly abort = new AbortController();
  private consumer: Consumer | null = null;
  private lastSign = Date.now();
  private joined = false;
  private restarting: NodeJS.Timeout | null = null;
  private readonly watchdog: NodeJS.Timeout;
  private work: Promise<void>;
  /** Positions that are not stored yet, by partition. */
  private readonly positions = new Map<string, Position>();
  private readonly commits: NodeJS.Timeout;
  private isCommitting = false;
  private readonly maxMessages: number;
  private readonly handle: BatchHandler['handle'];

  constructor(
    private readonly kafka: Kafka,
    private readonly options: SubscriptionOptions,
    private readonly log: Logger,
    private readonly sessionTimeoutMs: number = SESSION_TIMEOUT_MS,
  ) {
    this.ready = new Promise((resolve) => {
      this.markReady = resolve;
    });
    const { maxMessages, handle, isJoined } = batchHandlerOf(options);
    this.maxMessages = maxMessages;
    this.handle = isJoined ? joinedCalls(handle, maxMessages) : handle;
    this.watchdog = setInterval(() => {
      if (Date.now() - this.lastSign > STALL_MS) this.restart('no sign of life');
    }, HEARTBEAT_MS);
    this.watchdog.unref();
    this.commits = setInterval(() => void this.commit(), COMMIT_MS);
    this.commits.unref();
    this.work = this.connect();
  }

  get healthy(): boolean {
    return this.joined;
  }

  async stop(): Promise<void> {
    this.abort.abort();
    clearInterval(this.watchdog);
    clearInterval(this.commits);
    if (this.restarting) clearTimeout(this.restarting);
    await this.work;
    await this.disconnect();
  }

  private async connect(): Promise<void> {
    const { group, topics, from, batch } = this.options;
    const consumer = this.kafka.consumer({
      groupId: group,
      sessionTimeout: this.sessionTimeoutMs,
      heartbeatInterval: HEARTBEAT_MS,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      ...(batch?.isGathered ? GATHERED : SINGLE),
      retry: {
        retries: 100,
        initialRetryTime: 200,
        maxRetryTime: 2_000,
        restartOnFailure: async () => false,
      },
    });
    this.consumer = consumer;
    this.lastSign = Date.now();
    this.watch(consumer);
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: from === 'earliest' });
      await consumer.run({
        eachBatchAutoResolve: false,
        autoCommit: false,
        partitionsConsumedConcurrently: 3,
        eachBatch: (batch) => this.process(batch),
      });
    } catch (error) {
      this.log.warn({ err: error, group }, 'consumer.join_failed');
      this.restart('could not join');
    }
  }

  /** The library reports every fatal error as a crash: a new consumer then replaces this one. */
  private watch(consumer: Consumer): void {
    const { HEARTBEAT, FETCH, GROUP_JOIN, END_BATCH_PROCESS, CRASH } = consumer.events;
    const alive = () => {
      this.lastSign = Date.now();
    };
    consumer.on(HEARTBEAT, alive);
    // Joining is not enough: the start position of "from now on" is known after the first fetch only.
    consumer.on(FETCH, () => {
      alive();
      this.markReady();
    });
    consumer.on(END_BATCH_PROCESS, alive);
    consumer.on(GROUP_JOIN, () => {
      alive();
      // What another member may own now is not ours to store: its messages are delivered to that one.
      this.positions.clear();
      this.joined = true;
    });
    consumer.on(CRASH, ({ payload }) => {
      if (this.consumer !== consumer) return;
      this.log.warn({ err: payload.error, group: this.options.group }, 'consumer.crashed');
      this.restart('crash');
    });
  }

  private restart(reason: string): void {
    if (this.abort.signal.aborted || this.restarting) return;
    this.joined = false;
    this.lastSign = Date.now();
    this.restarting = setTimeout(() => {
      this.restarting = null;
      this.log.info({ group: this.options.group, reason }, 'consumer.restarted');
      this.work = this.work.then(() => this.disconnect()).then(() => this.connect());
    }, RESTART_MS);
  }

  /** A crashed consumer may never finish disconnecting: it is abandoned after `LEAVE_MS`. */
  private async disconnect(): Promise<void> {
    const consumer = this.consumer;
    this.consumer = null;
    this.joined = false;
    if (!consumer) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('it does not answer')), LEAVE_MS);
    });
    try {
      await Promise.race([this.commit(consumer).then(() => consumer.disconnect()), late]);
    } catch (error) {
      this.log.warn({ err: error, group: this.options.group }, 'consumer.leave_failed');
    } finally {
      clearTimeout(timer);
    }
  }

  /** Stores the positions; without a broker they are stored later, or their messages delivered again. */
  private async commit(consumer = this.consumer): Promise<void> {
    if (!consumer || this.positions.size === 0 || this.isCommitting) return;
    const positions = new Map(this.positions);
    this.isCommitting = true;
    try {
      await consumer.commitOffsets([...positions.values()]);
      for (const [key, position] of positions)
        if (this.positions.get(key) === position) this.positions.delete(key);
    } catch (error) {
      this.log.debug({ err: error, group: this.options.group }, 'consumer.position_not_stored');
    } finally {
      this.isCommitting = false;
    }
  }

  private async process(payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, isRunning, isStale, resolveOffset } = payload;
    const isEnding = () => !isRunning() || this.abort.signal.aborted;
    const { topic, partition } = batch;
    const { maxMessages, handle } = this;
    const lost: { error?: Error } = {};
    // A handler may take longer than the session timeout: heartbeats must go on meanwhile.
    const beat = setInterval(() => {
      this.lastSign = Date.now();
      heartbeat().catch((error: unknown) => {
        lost.error = error instanceof Error ? error : new Error(String(error));
      });
    }, HEARTBEAT_MS);
    try {
      for (let next = 0; next < batch.messages.length; next += maxMessages) {
        if (isStale() || isEnding()) break;
        if (lost.error) throw lost.error;
        const messages = batch.messages
          .slice(next, next + maxMessages)
          .map((message) => received(message, batch));
        await handle(messages, this.abort.signal);
        const { offset } = messages.at(-1)!;
        resolveOffset(offset);
        const nextOffset = String(BigInt(offset) + 1n);
        this.positions.set(`${topic}/${partition}`, { topic, partition, offset: nextOffset });
        await heartbeat();
      }
      // Nothing else stores the position of the last messages before a stop.
      if (isEnding()) await payload.commitOffsetsIfNecessary(payload.uncommittedOffsets());
    } finally {
      clearInterval(beat);
    }
  }
}

const received = (
  { key, value, headers, offset }: KafkaMessage,
  { topic, partition }: { topic: string; partition: number },
): ReceivedMessage => ({
  topic,
  key: key?.toString() ?? '',
  value: value ?? Buffer.alloc(0),
  headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, text]) => [name, String(text)])),
  partition,
  offset,
});
