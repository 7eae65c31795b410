import type { BatchQuery } from './batch';

const HISTORY =
  'INSERT INTO kit.history (id, tenant_id, entity, entity_id, action, changes, actor_id, actor_name, impersonator)';
const HISTORY_COLUMNS = 9;
const OUTBOX = 'INSERT INTO kit.outbox (id, tenant_id, topic, aggregate_id, type, payload, headers)';
const OUTBOX_COLUMNS = 7;
/** Rows of either table in one statement. */
const MOST_AT_ONCE = 100;
/** Up to so many rows of each, a statement is prepared: more are rare, and each number is a statement of its own. */
const MOST_NAMED = 6;

type Row = readonly unknown[];

/** The rows of an INSERT whose parameters begin at `first`. */
function rowsOf(count: number, width: number, first: number): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const parameters = Array.from({ length: width }, (_, column) => `$${first + row * width + column}`);
    return `(${parameters.join(', ')})`;
  });
  return `VALUES ${rows.join(', ')}`;
}

function textOf(histories: number, events: number): string {
  const history = `${HISTORY} ${rowsOf(histories, HISTORY_COLUMNS, 1)}`;
  if (events === 0) return history;
  const outbox = `${OUTBOX} ${rowsOf(events, OUTBOX_COLUMNS, 1 + histories * HISTORY_COLUMNS)}`;
  return histories === 0 ? outbox : `WITH told AS (${history}) ${outbox}`;
}

const texts = new Map<string, string>();

/** One statement for rows of both tables. */
function statementOf(histories: readonly Row[], events: readonly Row[]): BatchQuery {
  const name = `kit_records_${histories.length}_${events.length}`;
  const values = [...histories, ...events].flat();
  if (Math.max(histories.length, events.length) > MOST_NAMED)
    return { text: textOf(histories.length, events.length), values };
  const text = texts.get(name) ?? textOf(histories.length, events.length);
  texts.set(name, text);
  return { name, text, values };
}

/**
 * What a transaction records beside its records: history and events. Events are read after the commit only, so that all of
 * a transaction are written by one statement, with it. A row of the history may be read in the same transaction: it goes
 * with the next statement, and takes the events with it. Events keep the order in which they were published.
 */
export class WaitingRecords {
  private histories: Row[] = [];
  private events: Row[] = [];

  add(history: Row | null, events: readonly Row[]): void {
    if (history) this.histories.push(history);
    this.events.push(...events);
  }

  /** Whether there are rows that the next statement of the transaction may read. */
  get isDue(): boolean {
    return this.histories.length > 0;
  }

  get isEmpty(): boolean {
    return this.histories.length === 0 && this.events.length === 0;
  }

  /** The statements that write all of them; afterwards there are none. */
  take(): BatchQuery[] {
    const statements: BatchQuery[] = [];
    while (!this.isEmpty)
      statements.push(
        statementOf(this.histories.splice(0, MOST_AT_ONCE), this.events.splice(0, MOST_AT_ONCE)),
      );
    return statements;
  }

  /** Forgets all of them: they were of a part that is rolled back. */
  clear(): void {
    this.histories = [];
    this.events = [];
  }
}
