import type { RESOURCE_TOPIC, Topic, TopicEvent } from '@coulisse/contracts';
import type { PrismaPg } from '@prisma/adapter-pg';
import type { QueryResultRow } from 'pg';
import type { Actor } from '../actor';

export interface SqlResult<R> {
  rows: R[];
  rowCount: number;
}

/** A statement with its values; one with a name is prepared once on each connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Plain SQL inside the current transaction, with `$1` parameters. */
export interface Sql {
  /** A text that is sent often is prepared once on each connection; one whose plan depends on its values goes by `batch`. */
  query<R extends QueryResultRow = QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<SqlResult<R>>;
  /** A statement that the connection prepares once under this name. */
  named<R extends QueryResultRow = QueryResultRow>(
    name: string,
    text: string,
    values?: readonly unknown[],
  ): Promise<SqlResult<R>>;
  /** Several statements in one message, run in order; all fail if one does. */
  batch(statements: readonly Statement[]): Promise<SqlResult<QueryResultRow>[]>;
}

/** A number was to be taken for a date before that of the last number of its series. */
export class EarlierDateError extends Error {
  constructor(
    readonly series: string,
    /** The date of the last number: `2026-11-23`. */
    readonly lastOn: string,
  ) {
    super(`the last number of ${series} is of ${lastOn}`);
  }
}

/** A change of a record: a row of its history and, if other services need it, an event. */
export interface ChangeRecord<T extends Topic = Topic> {
  entity: string;
  id: string;
  action: string;
  /** Old and new value by field. */
  changes: Record<string, [before: unknown, after: unknown]>;
  /** Who did it, if not the actor of the transaction: the system, in a person's transaction. */
  actor?: Actor;
  topic?: T;
  event?: TopicEvent<T>;
  /** What references and the search of other services need of the record. */
  published?: PublishedRecord;
}
/** An event of the topic of all records. */
export type PublishedRecord = TopicEvent<typeof RESOURCE_TOPIC>;

/** A transaction of one tenant: row-level security shows and accepts only that tenant's rows. */
export interface Tx {
  readonly tenantId: string;
  /** Time zone of the tenant, as in the IANA database: where its days begin. SQL reads it by `LOCAL_TODAY`. */
  readonly zone: string;
  readonly actor: Actor;
  readonly sql: Sql;
  /** Writes what references and the search need of records to the outbox, in this transaction. */
  publishRecords(records: readonly PublishedRecord[]): void;
  /** Writes the event to the outbox, in this transaction. */
  publish<T extends Topic>(topic: T, aggregateId: string, event: TopicEvent<T>): Promise<void>;
  /** Takes the next numbers of a gap-free series: `nextCode('ticket', 'T', 2026)` returns `['T-2026-000001']`. */
  nextCode(series: string, prefix: string, year: number, count?: number): Promise<string[]>;
  /**
   * Takes the next number of a gap-free series in a period, beginning with one: 0 for a series that never restarts, a
   * year (2026), a year and month (202611). `on` (`2026-11-23`) is the date of what is numbered: one before that of the
   * number before it throws an `EarlierDateError`, and no number is taken.
   */
  nextNumber(series: string, period: number, on?: string): Promise<number>;
  /** Writes who did what to which record: `changes` maps a field to its old and new value. */
  history(
    entity: string,
    id: string,
    action: string,
    changes: Record<string, [before: unknown, after: unknown]>,
  ): Promise<void>;
  /** `history` and `publish` in one. All three are sent with the next statement or the commit. */
  recordChange<T extends Topic>(happening: ChangeRecord<T>): void;
  /** Sends a statement whose result nobody needs with the next one, or with the commit. */
  defer(statement: Statement): void;
  /** Runs after COMMIT only. */
  afterCommit(work: () => void): void;
}

/** A transaction of the platform role, which sees only the tables that a `platform` policy opens to it. */
export interface PlatformTx {
  readonly sql: Sql;
}

export interface PlatformDatabase {
  /** Runs `work` in a transaction of the platform role; the reason goes to the log. */
  inPlatform<R>(reason: string, work: (tx: PlatformTx) => Promise<R>): Promise<R>;
  /** The same for one statement: one round trip to the database, where `inPlatform` needs two. */
  askPlatform<R extends QueryResultRow>(reason: string, statement: Statement): Promise<SqlResult<R>>;
  /** Throws when the database does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface Database extends PlatformDatabase {
  /** Runs `work` in one transaction of the actor's tenant. A second one inside it is a bug and throws. */
  inTenant<R>(actor: Actor, work: (tx: Tx) => Promise<R>): Promise<R>;
  /**
   * Runs a fixed list of queries for the actor's tenant in their own transaction: one round trip to the database, where
   * `inTenant` needs two.
   */
  batch(actor: Actor, statements: readonly Statement[]): Promise<SqlResult<QueryResultRow>[]>;
  /** Time zone of a tenant; the default one without a tenant. */
  zoneOf(tenantId: string | null): string;
  /** Time zone of the tenant whose transaction runs here; outside one the default. */
  currentZone(): string;
  /**
   * Opens a transaction that the `inTenant` calls inside it join, each in its own savepoint: one that fails is rolled
   * back alone, all others are committed or rolled back together.
   */
  inJoinableTenant<R>(actor: Actor, work: (tx: Tx) => Promise<R>): Promise<R>;
  /**
   * A Prisma client that runs only in the current tenant transaction.
   * Its promises are lazy: await them inside the transaction.
   */
  prisma<Client>(make: (adapter: PrismaPg) => Client): Client;
}
