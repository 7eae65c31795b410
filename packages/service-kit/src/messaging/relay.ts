import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { toMessage, type OutboxRow } from './envelope';
import { MessageTooLarge, type MessageBus } from './types';

export interface RelaySettings {
  /** Connection of the platform role: it sees the outbox of every tenant. */
  platformUrl: string;
  bus: Pick<MessageBus, 'publish'>;
  /** Name of the service, as the events' source. */
  source: string;
  log: Logger;
  batchSize?: number;
  batchBytes?: number;
  pollMs?: number;
}

/** Kafka takes 1 MB at once by default, and a batch may go to one partition whole. */
const BATCH_BYTES = 800_000;
/** What a message weighs beside its payload: headers, key and Kafka's own. */
const OVERHEAD_BYTES = 600;

/** The next events, as many as fit: the first one goes in any case, or a large one would never go. */
const NEXT = `SELECT id, tenant_id, topic, aggregate_id, type, payload, headers, created_at, waiting FROM (
    SELECT *, count(*) OVER () AS waiting, sum(octet_length(payload) + ${OVERHEAD_BYTES}) OVER sent AS bytes, row_number() OVER sent AS place FROM (
      SELECT * FROM outbox WHERE published_at IS NULL AND failed_at IS NULL ORDER BY seq LIMIT $1) waiting
    WINDOW sent AS (ORDER BY seq)) batch
  WHERE bytes <= $2 OR place = 1 ORDER BY seq`;

/** Any constant will do: the lock is the database's, and a database has one service. */
const LEADER_LOCK = 727_001;
const MAX_IDLE_MS = 1_000;
const MAX_FAILURE_MS = 5_000;
/** Who writes much is published in larger portions: one that follows another waits for more to come. */
const PORTION_MS = 20;

/**
 * Publishes the outbox. One leader per service, held by an advisory lock on a connection of its own; it reads what has no
 * `published_at`, in the order of `seq`. Never "after the last seq": a lower number can be committed later.
 */
export class OutboxRelay {
  private readonly batchSize: number;
  private readonly batchBytes: number;
  private readonly pollMs: number;
  private stopped = false;
  private wakeUp: (() => void) | null = null;
  private woken = false;
  private running: Promise<void> | null = null;
  private client: pg.Client | null = null;
  private leader = false;

  constructor(private readonly settings: RelaySettings) {
    this.batchSize = settings.batchSize ?? 500;
    this.batchBytes = settings.batchBytes ?? BATCH_BYTES;
    this.pollMs = settings.pollMs ?? 250;
  }

  start(): void {
    this.running ??= this.run();
  }

  /** There is something to publish: called after a commit. Who does not lead asks for the lock in its own time. */
  wake(): void {
    if (!this.leader) return;
    this.woken = true;
    this.wakeUp?.();
  }

  /** Publishes what is already written, then lets go of the lock. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wakeUp?.();
    await this.running;
  }

  private async run(): Promise<void> {
    let idle = this.pollMs;
    let failures = 0;
    while (!this.stopped) {
      this.woken = false;
      try {
        const published = (await this.lead()) ? await this.drain() : 0;
        failures = 0;
        idle = published > 0 ? this.pollMs : Math.min(idle * 1.5, MAX_IDLE_MS);
        if (published > 0) await pause(PORTION_MS);
        await this.pause(idle);
      } catch (error) {
        failures += 1;
        this.settings.log.warn({ err: error, failures }, 'outbox.publish_failed');
        await this.disconnect();
        await this.pause(Math.min(this.pollMs * 2 ** failures, MAX_FAILURE_MS));
      }
    }
    await this.lastRound();
  }

  private async lastRound(): Promise<void> {
    try {
      if (this.leader) await this.drain();
    } catch (error) {
      this.settings.log.warn(
        { err: error },
        'the outbox keeps what could not be published; the next leader sends it',
      );
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
    if (this.leader) this.settings.log.info('this process publishes the outbox');
    return this.leader;
  }

  private async drain(): Promise<number> {
    let total = 0;
    for (;;) {
      const { rows } = await this.client!.query<OutboxRow & { waiting: string }>({
        name: 'relay_next',
        text: NEXT,
        values: [this.batchSize, this.batchBytes],
      });
      if (rows.length === 0) return total;
      await this.send(rows);
      total += rows.length;
      // What was committed meanwhile woke the relay.
      const waiting = Number(rows[0]!.waiting);
      if (waiting === rows.length && waiting < this.batchSize) return total;
    }
  }

  private async send(rows: readonly OutboxRow[]): Promise<void> {
    try {
      await this.publish(rows);
    } catch (error) {
      if (!(error instanceof MessageTooLarge)) throw error;
      // One of them will never go: each goes alone, and that one stays behind, marked.
      for (const row of rows)
        await this.publish([row]).catch(async (alone: unknown) => {
          if (!(alone instanceof MessageTooLarge)) throw alone;
          await this.markFailed(row, alone);
        });
    }
  }

  private async publish(rows: readonly OutboxRow[]): Promise<void> {
    await this.settings.bus.publish(rows.map((row) => toMessage(row, this.settings.source)));
    await this.client!.query({
      name: 'relay_mark',
      text: 'UPDATE outbox SET published_at = now() WHERE id = ANY($1::uuid[])',
      values: [rows.map((row) => row.id)],
    });
  }

  private async markFailed({ id, topic, payload }: OutboxRow, error: Error): Promise<void> {
    await this.client!.query('UPDATE outbox SET failed_at = now(), failure = left($2, 500) WHERE id = $1', [
      id,
      `${error.name}: ${payload.length} bytes`,
    ]);
    this.settings.log.error({ eventId: id, topic, bytes: payload.length }, 'outbox.event_refused');
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.settings.platformUrl,
      application_name: `${this.settings.source}-relay`,
      connectionTimeoutMillis: 5_000,
      query_timeout: 15_000,
      keepAlive: true,
    });
    client.on('error', (error) => {
      this.settings.log.warn({ err: error }, 'the relay lost its connection');
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
      .catch((error: unknown) => this.settings.log.debug({ err: error }, 'relay connection gone'));
  }

  private forget(): void {
    this.client = null;
    this.leader = false;
  }

  private async pause(ms: number): Promise<void> {
    if (this.stopped || this.woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wakeUp = null;
  }
}
