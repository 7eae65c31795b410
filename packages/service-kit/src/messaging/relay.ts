import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { Rounds } from '../service/rounds';
import { toMessage, type OutboxRow } from './envelope';
import { MessageTooLarge, type MessageBus } from './types';

export interface RelaySettings {
  /** Connection of the platform role, which can read the outbox of every tenant. */
  platformUrl: string;
  bus: Pick<MessageBus, 'publish'>;
  /** Name of the service, used as source of the events. */
  source: string;
  log: Logger;
  batchSize?: number;
  batchBytes?: number;
  pollMs?: number;
  /** Pause between two portions; longer where nobody waits for the events. */
  portionMs?: number | undefined;
}

/** Kafka's default limit is 1 MB per request and partition, and all messages of a batch may have the same partition. */
const BATCH_BYTES = 800_000;
/** Size of a message beside its payload: headers, key and Kafka's own fields. */
const OVERHEAD_BYTES = 600;

const MARK = 'UPDATE kit.outbox SET published_at = now() WHERE id = ANY ((SELECT $1::uuid[])::uuid[])';
/**
 * Marks the events $1 that were published last, and reads the next ones that fit into a batch, without those that are being
 * sent ($4). The first one is always included, or a large one would never be sent.
 */
const NEXT = `WITH marked AS (${MARK}) SELECT id, tenant_id, topic, aggregate_id, type, payload, headers, created_at, waiting FROM (
    SELECT *, count(*) OVER () AS waiting, sum(octet_length(payload) + ${OVERHEAD_BYTES}) OVER sent AS bytes, row_number() OVER sent AS place FROM (
      SELECT * FROM kit.outbox WHERE published_at IS NULL AND failed_at IS NULL AND id <> ALL($1::uuid[] || $4::uuid[])
        ORDER BY seq LIMIT $2) waiting
    WINDOW sent AS (ORDER BY seq)) batch
  WHERE bytes <= $3 OR place = 1 ORDER BY seq`;

/** `waiting`: how many of the events that were looked at are not published. */
type WaitingRow = OutboxRow & { waiting: string };

/** Any constant will do: an advisory lock is per database, and each database has one service. */
const LEADER_LOCK = 727_001;
const MAX_IDLE_MS = 1_000;
const MAX_FAILURE_MS = 5_000;
/**
 * Pause between two batches, so that frequent writes are published in larger batches (figures in ADR 0053). The first
 * event after a rest is published at once.
 */
const PORTION_MS = 100;
/** Of a portion with more events the pause is shorter in proportion: gathering longer would save little. */
const PORTION_EVENTS = 12;

/**
 * Publishes the outbox. One leader per service, elected by an advisory lock on its own connection, reads the rows
 * without `published_at` in the order of `seq`. It never reads "after the last seq": a lower number can be committed
 * later.
 */
export class OutboxRelay {
  private readonly batchSize: number;
  private readonly batchBytes: number;
  private readonly pollMs: number;
  private readonly portionMs: number;
  private readonly rounds = new Rounds(
    () => this.round(),
    (error) => this.pauseAfter(error),
  );
  private idleMs: number;
  private failures = 0;
  private client: pg.Client | null = null;
  private leader = false;
  /** Events that were published and are marked with the next read: a kill before it publishes them again. */
  private readonly published = new Set<string>();

  constructor(private readonly settings: RelaySettings) {
    this.batchSize = settings.batchSize ?? 500;
    this.batchBytes = settings.batchBytes ?? BATCH_BYTES;
    this.pollMs = settings.pollMs ?? 250;
    this.portionMs = settings.portionMs ?? PORTION_MS;
    this.idleMs = this.pollMs;
  }

  start(): void {
    this.rounds.start();
  }

  /** Called after a commit that wrote an event. Does nothing unless this process is the leader. */
  wake(): void {
    if (this.leader) this.rounds.wake();
  }

  /** Publishes the committed events, then releases the lock. */
  async stop(): Promise<void> {
    await this.rounds.stop();
    await this.lastRound();
  }

  private async round(): Promise<number> {
    const published = (await this.lead()) ? await this.drain() : 0;
    this.failures = 0;
    this.idleMs = published > 0 ? this.pollMs : Math.min(this.idleMs * 1.5, MAX_IDLE_MS);
    if (published > 0) await pause(this.portionMs * Math.min(1, PORTION_EVENTS / published));
    return this.idleMs;
  }

  private async pauseAfter(error: unknown): Promise<number> {
    this.failures += 1;
    this.settings.log.warn({ err: error, failures: this.failures }, 'outbox.publish_failed');
    await this.disconnect();
    return Math.min(this.pollMs * 2 ** this.failures, MAX_FAILURE_MS);
  }

  private async lastRound(): Promise<void> {
    try {
      if (this.leader) await this.drain();
      if (this.leader && this.published.size > 0) await this.client!.query(MARK, [[...this.published]]);
    } catch (error) {
      this.settings.log.warn({ err: error }, 'outbox.publish_deferred');
    }
    await this.disconnect();
  }

  /** True when this process holds the lock. */
  private async lead(): Promise<boolean> {
    const client = this.client ?? (await this.connect());
    if (this.leader) return true;
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      LEADER_LOCK,
    ]);
    this.leader = rows[0]?.locked ?? false;
    if (this.leader) this.settings.log.info('outbox.leader_elected');
    return this.leader;
  }

  /** Sends what is waiting, batch by batch in order; while one is sent, the next is read. */
  private async drain(): Promise<number> {
    let total = 0;
    let next = this.read([]);
    for (;;) {
      const rows = await next;
      if (rows.length === 0) return total;
      const sending = this.send(rows);
      // An event that was committed meanwhile has woken the relay.
      const waiting = Number(rows[0]!.waiting);
      const isLast = waiting === rows.length && waiting < this.batchSize;
      if (!isLast) {
        next = this.read(rows);
        // When sending fails, nobody waits for what was read ahead: a later round reads it again.
        next.catch(() => undefined);
      }
      await sending;
      total += rows.length;
      if (isLast) return total;
    }
  }

  private async read(inFlight: readonly OutboxRow[]): Promise<WaitingRow[]> {
    const marked = [...this.published];
    const { rows } = await this.client!.query<WaitingRow>({
      name: 'relay_next',
      text: NEXT,
      values: [marked, this.batchSize, this.batchBytes, inFlight.map(({ id }) => id)],
    });
    // One by one: others may have been published meanwhile.
    for (const id of marked) this.published.delete(id);
    return rows;
  }

  private async send(rows: readonly OutboxRow[]): Promise<void> {
    try {
      await this.publish(rows);
    } catch (error) {
      if (!(error instanceof MessageTooLarge)) throw error;
      // One of them is over the limit: send each alone, and mark that one as failed.
      for (const row of rows)
        await this.publish([row]).catch(async (alone: unknown) => {
          if (!(alone instanceof MessageTooLarge)) throw alone;
          await this.markFailed(row, alone);
        });
    }
  }

  private async publish(rows: readonly OutboxRow[]): Promise<void> {
    await this.settings.bus.publish(rows.map((row) => toMessage(row, this.settings.source)));
    for (const { id } of rows) this.published.add(id);
  }

  private async markFailed({ id, topic, payload }: OutboxRow, error: Error): Promise<void> {
    await this.client!.query(
      'UPDATE kit.outbox SET failed_at = now(), failure = left($2, 500) WHERE id = $1',
      [id, `${error.name}: ${payload.length} bytes`],
    );
    this.settings.log.error({ eventId: id, topic, bytes: payload.length }, 'outbox.event_refused');
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.settings.platformUrl,
      application_name: `${this.settings.source}-relay`,
      // Its statements are planned once, perhaps while the outbox is empty: each portion would then read all of it (ADR 0110).
      options: '-c enable_seqscan=off',
      connectionTimeoutMillis: 5_000,
      query_timeout: 15_000,
      keepAlive: true,
    });
    client.on('error', (error) => {
      this.settings.log.warn({ err: error }, 'outbox.connection_lost');
      if (this.client === client) this.forget();
    });
    await client.connect();
    this.client = client;
    return client;
  }

  private async disconnect(): Promise<void> {
    const client = this.client;
    this.forget();
    await client
      ?.end()
      .catch((error: unknown) => this.settings.log.debug({ err: error }, 'outbox.connection_closed'));
  }

  private forget(): void {
    this.client = null;
    this.leader = false;
  }
}
