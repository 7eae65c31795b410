import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { toMessage, type OutboxRow } from './envelope';
import type { MessageBus } from './types';

export interface RelaySettings {
  /** Connection of the platform role: it sees the outbox of every tenant. */
  platformUrl: string;
  bus: Pick<MessageBus, 'publish'>;
  /** Name of the service, as the events' source. */
  source: string;
  log: Logger;
  batchSize?: number;
  pollMs?: number;
}

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
  private readonly pollMs: number;
  private stopped = false;
  private wakeUp: (() => void) | null = null;
  private woken = false;
  private running: Promise<void> | null = null;
  private client: pg.Client | null = null;
  private leader = false;

  constructor(private readonly settings: RelaySettings) {
    this.batchSize = settings.batchSize ?? 500;
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
        this.settings.log.warn({ err: error, failures }, 'the outbox could not be published');
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
      const { rows } = await this.client!.query<OutboxRow>({
        name: 'relay_next',
        text: `SELECT id, tenant_id, topic, aggregate_id, type, payload, headers, created_at
               FROM outbox WHERE published_at IS NULL ORDER BY seq LIMIT $1`,
        values: [this.batchSize],
      });
      if (rows.length === 0) return total;
      await this.settings.bus.publish(rows.map((row) => toMessage(row, this.settings.source)));
      await this.client!.query({
        name: 'relay_mark',
        text: 'UPDATE outbox SET published_at = now() WHERE id = ANY($1::uuid[])',
        values: [rows.map((row) => row.id)],
      });
      total += rows.length;
      // What was committed meanwhile woke the relay.
      if (rows.length < this.batchSize) return total;
    }
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
