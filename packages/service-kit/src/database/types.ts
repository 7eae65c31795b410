import type { Topic, TopicEvent } from '@coulisse/contracts';
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
  /** How often something was asked so far, what waits to be sent included: as long as it stays, nothing was changed. */
  readonly asked: number;
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
  /** Several statements in one message, run one after the other; all fail with the first that does. */
  all(statements: readonly Statement[]): Promise<SqlResult<QueryResultRow>[]>;
}

/** What happened to a record: a row of its history and, where other services should know, an event. */
export interface Happening<T extends Topic = Topic> {
  entity: string;
  id: string;
  action: string;
  /** By field: its old and its new value. */
  changes: Record<string, [before: unknown, after: unknown]>;
  topic?: T;
  event?: TopicEvent<T>;
}

/** A transaction of one tenant: row-level security shows and accepts only that tenant's rows. */
export interface Tx {
  readonly tenantId: string;
  readonly actor: Actor;
  readonly sql: Sql;
  /** Writes the event to the outbox, in this transaction. */
  publish<T extends Topic>(topic: T, aggregateId: string, event: TopicEvent<T>): Promise<void>;
  /** Takes the next numbers of a gap-free series: `nextCode('ticket', 'T', 2026)` answers `['T-2026-000001']`. */
  nextCode(series: string, prefix: string, year: number, count?: number): Promise<string[]>;
  /** Writes who did what to which record: `changes` maps a field to its old and new value. */
  history(
    entity: string,
    id: string,
    action: string,
    changes: Record<string, [before: unknown, after: unknown]>,
  ): Promise<void>;
  /** `history` and `publish` in one. Like what they write, it goes to the database with the next statement or the commit. */
  tell<T extends Topic>(happening: Happening<T>): void;
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
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface Database extends PlatformDatabase {
  /** Runs `work` in one transaction of the actor's tenant. A second one inside it is a bug and throws. */
  inTenant<R>(actor: Actor, work: (tx: Tx) => Promise<R>): Promise<R>;
  /** Opens a transaction that the `inTenant` calls inside it join: they are kept or lost together. */
  inJoinableTenant<R>(actor: Actor, work: (tx: Tx) => Promise<R>): Promise<R>;
  /**
   * Reads of the actor's tenant that are known beforehand, in a transaction of their own: one message to the database
   * and one back, where `inTenant` needs two of each.
   */
  ask(actor: Actor, statements: readonly Statement[]): Promise<SqlResult<QueryResultRow>[]>;
  /**
   * Like `inTenant`, but the `inTenant` calls inside it join it, each as a part that may fail without the others: many records
   * written by the ordinary operations, in one transaction.
   */
  inJoinableTenant<R>(actor: Actor, work: (tx: Tx) => Promise<R>): Promise<R>;
  /**
   * A Prisma client that always runs in the current tenant transaction, and nowhere else.
   * Its promises are lazy: await them inside the transaction.
   */
  prisma<Client>(make: (adapter: PrismaPg) => Client): Client;
}
