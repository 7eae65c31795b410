import { inspect } from 'node:util';
import pg from 'pg';

/** Rewrites the text of a statement; returns another one as it is. */
export type Defect = (text: string) => string;

/** No statement locks the rows that it reads: they may have changed when they are used. */
export const withoutRowLocks: Defect = (text) => text.replace(ROW_LOCK, '');
const ROW_LOCK = /\bFOR (?:NO KEY )?(?:UPDATE|SHARE)(?: OF \w+(?:, \w+)*)?(?: SKIP LOCKED| NOWAIT)?/g;

/** Nobody waits for the turn that an advisory lock gives, and everybody who tries to get one does. */
export const withoutTurns: Defect = (text) =>
  text
    .replace(/\bpg_advisory_xact_lock\(/g, 'num_nonnulls(')
    .replace(/\bpg_try_advisory_xact_lock\(/g, '0 < num_nonnulls(');

/** A record is written whatever its version is by now. */
export const withoutVersions: Defect = (text) =>
  text.replace(/ AND t\.version = \$(\d+)/, ' AND $$$1::int IS NOT NULL');

/**
 * So many transactions wait for each other, once, after a statement that `after` matches, as it was before the defects: one
 * that each of them runs before it locks what the others need. Then they go on one after the other, the last to come first:
 * each writes what it has read before the others wrote. Nobody waits for a moment to pass, so it happens each time, however
 * busy the machine is.
 */
export interface MeetingPlace {
  readonly meet: number;
  readonly after: RegExp;
  /** A value of the statement, such as the tenant: work that an earlier test has left behind does not meet with the race. */
  readonly of?: string;
}

/** Without a place to meet, the defects alone have to do it. */
export type Sabotage = { readonly defects: readonly Defect[] } & (
  MeetingPlace | { meet?: never; after?: never; of?: never }
);

/** Less than what ends a connection that does nothing in its transaction: the test says who was missing. */
const PATIENCE_MS = 12_000;

type GoOn = (error: Error | null) => void;

class Meeting {
  /** Transactions at the place, by their connection, in the order in which they came. */
  private readonly waiting = new Map<object, GoOn>();
  private readonly watching: { readonly count: number; readonly tell: () => void }[] = [];
  private timer: NodeJS.Timeout | undefined;
  private turn: object | undefined;
  private isOver = false;
  missing: Error | null = null;

  constructor(
    private readonly size: number,
    private readonly place: RegExp,
  ) {}

  get isComplete(): boolean {
    return this.isOver && this.missing === null;
  }

  join(transaction: object, goOn: GoOn): void {
    if (this.isOver) return goOn(null);
    this.waiting.set(transaction, goOn);
    this.timer ??= setTimeout(() => this.giveUp(), PATIENCE_MS);
    for (const { count, tell } of this.watching) if (count <= this.waiting.size) tell();
    if (this.waiting.size < this.size) return;
    clearTimeout(this.timer);
    this.isOver = true;
    this.next();
  }

  /** Resolves once so many transactions are at the place. */
  arrived(count: number): Promise<void> {
    return new Promise((tell) => this.watching.push({ count, tell }));
  }

  /** A transaction has ended: if it was its turn, the next one goes on. */
  leave(transaction: object): void {
    if (this.turn === transaction) this.next();
  }

  absence(): Error {
    return new Error(`only ${this.waiting.size} of ${this.size} transactions ran ${String(this.place)}`);
  }

  private next(): void {
    const [transaction, goOn] = [...this.waiting].at(-1) ?? [];
    this.turn = transaction;
    if (transaction) this.waiting.delete(transaction);
    goOn?.(null);
  }

  private giveUp(): void {
    this.isOver = true;
    this.missing = this.absence();
    for (const goOn of this.waiting.values()) goOn(this.missing);
    for (const { tell } of this.watching) tell();
  }
}

interface Sent {
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
  readonly name?: string | undefined;
}
/** The message in which the service kit sends statements. */
interface Message {
  statements: readonly Sent[];
  readonly queries: readonly object[];
  callback: (error: Error | null, ...results: unknown[]) => void;
}
const isMessage = (sent: unknown): sent is Message =>
  typeof sent === 'object' && sent !== null && 'statements' in sent && 'queries' in sent;

/** Changes the statements of a message that have a defect; returns how many. */
function spoil(message: Message, defects: readonly Defect[]): number {
  let spoilt = 0;
  message.statements = message.statements.map((statement, index) => {
    const text = defects.reduce((result, defect) => defect(result), statement.text);
    if (text === statement.text) return statement;
    spoilt += 1;
    // Without a name: the connection has prepared the sound statement under it.
    const changed = { text, name: undefined };
    Object.assign(message.queries[index]!, changed);
    return { ...statement, ...changed };
  });
  return spoilt;
}

const isEnd = ({ text }: Sent): boolean => text === 'COMMIT' || text === 'ROLLBACK';

/**
 * Runs a race while the statements of this process have defects: the sabotaged twin of a test, which has to fail where the
 * test succeeds. Throws when no statement had a defect, because then nothing was sabotaged, and when the transactions did
 * not meet, because then nothing was a race.
 *
 * @param race What happens at once. Where it matters who is first, it awaits that so many transactions have arrived.
 */
export async function sabotaged<R>(
  { defects, meet, after, of }: Sabotage,
  race: (arrived: (count: number) => Promise<void>) => Promise<R>,
): Promise<R> {
  const driver = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = driver;
  const meeting = after === undefined ? null : new Meeting(meet, after);
  let spoilt = 0;
  const prepare = (transaction: object, message: Message): void => {
    const isPlace = message.statements.some(
      ({ text, values }) => after?.test(text) && (of === undefined || values?.includes(of)),
    );
    const ends = message.statements.some(isEnd);
    spoilt += spoil(message, defects);
    const answer = message.callback;
    message.callback = (error, ...results) => {
      if (ends) meeting?.leave(transaction);
      if (error || !meeting || !isPlace) answer(error, ...results);
      else meeting.join(transaction, (missing) => answer(missing, ...results));
    };
  };
  driver.query = function (this: object, ...args: unknown[]) {
    const [sent] = args;
    if (isMessage(sent)) prepare(this, sent);
    const answer = query.apply(this, args);
    // Nobody waits for the answer: whoever goes on waits for locks that are being released, if at all.
    if (sent === 'ROLLBACK') meeting?.leave(this);
    return answer;
  };
  try {
    const outcome = await race(async (count) => meeting?.arrived(count));
    if (spoilt === 0) throw new Error('no statement of the race had a defect');
    if (meeting && !meeting.isComplete) {
      const { message } = meeting.missing ?? meeting.absence();
      throw new Error(`${message}; the race ended with ${inspect(outcome)}`);
    }
    return outcome;
  } finally {
    driver.query = query;
  }
}
