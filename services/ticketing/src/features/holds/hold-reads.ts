import { systemActor, type ServiceContext } from '@coulisse/service-kit';
import type { SqlResult, Statement } from '@coulisse/service-kit/database';
import { saleTermsFrom, saleTermsStatements, type SaleTerms } from '../catalogue/sale-terms.read-model';
import {
  claimedSeats,
  claimedSeatsFrom,
  type ClaimedSeat,
  type WantedSeat,
} from '../performance-seats/seats.read-model';
import { hashOf } from './hold.domain';

/** Requests of one reading, and seats that they may name together; one request may always be read. */
const MOST_REQUESTS = 100;
const MOST_SEATS = 1_000;

const OPEN_CARTS = `SELECT id, token_hash FROM cart
  WHERE tenant_id = $1 AND token_hash = ANY (ARRAY(SELECT unnest($2::bytea[]))) AND NOT closed`;

/** What a hold has to know before it writes; the statement that takes the seats decides all the same. */
export interface HoldFacts {
  /** Null when there is no such performance. */
  terms: SaleTerms | null;
  /** Those of the wanted seats that exist, in the order of the plan. */
  seats: WantedSeat[];
}
export interface HoldQuestion {
  tenantId: string;
  performanceId: string;
  seats: readonly string[];
  token: string | null;
}
interface Waiting extends HoldQuestion {
  resolve: (facts: HoldFacts) => void;
  reject: (error: unknown) => void;
}

const digestOf = (token: string): string => hashOf(token).toString('base64');

/**
 * Reads for holds of one performance that come at the same time: those that come while a reading is under way share the next
 * one, which begins after they have come. Terms and formulas are then read once, and a seat that a thousand buyers want at
 * the same moment is looked at a few times. Outside any transaction: none waits for a connection while it has one.
 */
export class HoldReads {
  private readonly waiting = new Map<string, Waiting[]>();

  read(question: HoldQuestion, ctx: Pick<ServiceContext, 'db'>): Promise<HoldFacts> {
    return new Promise((resolve, reject) => {
      const key = `${question.tenantId} ${question.performanceId}`;
      const entry = { ...question, resolve, reject };
      const others = this.waiting.get(key);
      if (others) {
        others.push(entry);
        return;
      }
      const entries = [entry];
      this.waiting.set(key, entries);
      // Requests that arrived together are handled one after the other in this turn of the event loop.
      setImmediate(() => void this.readAll(key, entries, ctx));
    });
  }

  private async readAll(key: string, entries: Waiting[], ctx: Pick<ServiceContext, 'db'>): Promise<void> {
    while (entries.length > 0) {
      const some = nextOf(entries);
      try {
        const facts = await factsOf(some, ctx);
        some.forEach(({ resolve }, index) => resolve(facts[index]!));
      } catch (error) {
        some.forEach(({ reject }) => reject(error));
      }
    }
    this.waiting.delete(key);
  }
}

function nextOf(entries: Waiting[]): Waiting[] {
  let count = 0;
  let seats = 0;
  for (const entry of entries.slice(0, MOST_REQUESTS)) {
    seats += entry.seats.length;
    if (count > 0 && seats > MOST_SEATS) break;
    count += 1;
  }
  return entries.splice(0, count);
}

async function factsOf(
  questions: readonly HoldQuestion[],
  { db }: Pick<ServiceContext, 'db'>,
): Promise<HoldFacts[]> {
  const { tenantId, performanceId } = questions[0]!;
  const ids = [...new Set(questions.flatMap(({ seats }) => seats))];
  const tokens = [...new Set(questions.flatMap(({ token }) => token ?? []))];
  const carts: Statement[] =
    tokens.length === 0
      ? []
      : [{ name: 'open-carts-of-tokens', text: OPEN_CARTS, values: [tenantId, tokens.map(hashOf)] }];
  const [terms, formulas, seats, open] = await db.batch(systemActor(tenantId, 'read for holds'), [
    ...saleTermsStatements(tenantId, performanceId),
    claimedSeats(tenantId, performanceId, ids),
    ...carts,
  ]);
  const cartByToken = cartsByDigest(open);
  const found = claimedSeatsFrom(seats);
  return questions.map(({ seats: requestedIds, token }) => {
    const cart = token === null ? undefined : cartByToken.get(digestOf(token));
    const requested = new Set(requestedIds);
    // Of its own, so that nothing that one request does with them reaches another.
    return {
      terms: saleTermsFrom(terms, formulas),
      seats: found.filter(({ id }) => requested.has(id)).map((seat) => wantedSeatOf(seat, cart)),
    };
  });
}

const cartsByDigest = (result: SqlResult<object> | undefined): Map<string, string> =>
  new Map(
    ((result?.rows ?? []) as { id: string; token_hash: Buffer }[]).map(({ id, token_hash }) => [
      token_hash.toString('base64'),
      id,
    ]),
  );

const wantedSeatOf = (
  { isBlocked, isSold, holder, ...seat }: ClaimedSeat,
  cart: string | undefined,
): WantedSeat => ({ ...seat, isTaken: isBlocked || isSold || (holder !== null && holder !== cart) });
