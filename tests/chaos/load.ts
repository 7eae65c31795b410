import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { decideAtBank, type BankForm } from '../support/bank';
import { readLedger } from './ledger';
import { mailsTo } from '../support/mailbox';
import { callApi, type Call } from '../support/public-api';
import type { Hold, Progress, Seat } from '../support/sale';
import { isDone, type Buyer, type History } from './history';
import type { Random } from './random';

const SITE = '/app-api/configuration';
const SALES = '/app-api/prestiscene/reservations';
/** A buyer whose calls fail retries them for this long. */
const PATIENCE_MS = 90_000;
const RETRY_MS = 1_000;
const POLL_MS = 1_000;
/** Performances with fewer free seats are left out, so that every buyer finds one. */
const MIN_PLACES = 12;
const REPLAYS = 0.2;
const LEAVES = 0.15;

class NoAnswer extends Error {}

interface OnSale {
  id: string;
  date: string;
  onSale: boolean;
  placesRemaining: number;
}

const customer = (email: string) => ({
  email,
  firstName: 'Camille',
  lastName: 'Durand',
  addressLine1: '4 rue du Port',
  zipCode: '69002',
  city: 'Lyon',
  country: 'FR',
});

/** The cause of a failed connection, as one code. */
function causeOf(error: unknown): string {
  const cause =
    error instanceof Error ? (error.cause as { code?: string; message?: string } | undefined) : undefined;
  return cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
}

/**
 * A keep-alive connection may be closed while a request is on its way to it. Every browser then sends a GET once more,
 * as RFC 9110 (9.2.2) allows; a response that had begun is cut, and is not repeated.
 */
async function asBrowser<T>(method: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const unanswered = error instanceof TypeError && error.message === 'fetch failed';
    if (method !== 'GET' || !unanswered || causeOf(error) !== 'ECONNRESET') throw error;
    return send();
  }
}

/** Buyers who come at a steady rate, take a seat, think on the bank's page, pay, and wait for their tickets. */
export class Load {
  readonly history: History = {
    since: Date.now(),
    ledgerFrom: readLedger().length,
    calls: [],
    buyers: [],
  };
  experiment = 'warm-up';
  private running = false;
  private readonly work = new Set<Promise<unknown>>();
  private performances: string[] = [];
  private theatre = '';

  /**
   * @param maxWaiting paid buyers without tickets at one time: more than a slow machine can print for would be a test
   * of its speed, and never settle
   */
  constructor(
    private readonly random: Random,
    private readonly perSecond: number,
    private readonly maxWaiting: number,
  ) {}

  async start(): Promise<void> {
    await this.look();
    this.running = true;
    void this.track(this.arrivals());
    void this.track(this.visits());
    void this.track(this.watch());
  }

  /** Stops new buyers, and waits for those who are on their way. */
  async stop(): Promise<void> {
    this.running = false;
    while (this.work.size > 0) await Promise.all([...this.work]);
  }

  /**
   * Waits until every buyer who has paid by now is done; later buyers do not count.
   * @returns those who still wait when time is up
   */
  async settled(timeoutMs: number): Promise<Buyer[]> {
    const deadline = Date.now() + timeoutMs;
    for (let waiting = this.waiting(); ; waiting = waiting.filter((buyer) => !isDone(buyer))) {
      if (waiting.length === 0 || Date.now() > deadline) return waiting;
      await this.poll(waiting);
      await sleep(POLL_MS);
    }
  }

  waiting(): Buyer[] {
    return this.history.buyers.filter((buyer) => buyer.acceptedAt !== undefined && !isDone(buyer));
  }

  /** Takes one buyer to the bank's page; undefined when the buyer gave up before. */
  async upToBank(seats = 1): Promise<Buyer | undefined> {
    const buyer: Buyer = {
      experiment: this.experiment,
      email: `buyer-${randomUUID()}@chaos.example`,
      performance: '',
      seats: [],
    };
    this.history.buyers.push(buyer);
    const until = Date.now() + PATIENCE_MS;
    try {
      await this.choose(buyer, seats, until);
      if (this.random.chance(LEAVES) && seats === 1) return await this.leave(buyer, until);
      await this.order(buyer, until);
      const { paymentId, form } = await this.insist<{ paymentId: string; form: BankForm }>(
        `${SALES}/cart/pay`,
        { body: {}, cart: buyer.cart },
        until,
      );
      Object.assign(buyer, { paymentId, form });
      return buyer;
    } catch (error) {
      buyer.gaveUp = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  }

  async pay(buyer: Buyer): Promise<number> {
    if (!buyer.form) throw new Error('no form');
    const { notification, notified, returnUrl } = await decideAtBank(buyer.form, 'pay');
    buyer.acceptedAt = Date.now();
    Object.assign(buyer, { notification, returned: returnUrl.slice(returnUrl.indexOf('?') + 1) });
    return notified;
  }

  /** All clients try to hold one seat at once. Returns their statuses. */
  async rush(clients: number, random: Random): Promise<number[]> {
    const { performance, seats } = await this.freeSeats(1, random);
    const path = `${SITE}/representations/${performance}/holds`;
    const tries = Array.from({ length: clients }, () =>
      this.call<Hold>(path, { body: { seats } }).catch(() => undefined),
    );
    const answers = await Promise.all(tries);
    const winner = answers.find((answer) => answer?.status === 201);
    if (winner) await this.call(path, { method: 'DELETE', cart: winner.body.cart.token });
    return answers.map((answer) => answer?.status ?? 0);
  }

  /** Each client tries to hold four of eight seats, in random order. Returns what was wrong. */
  async overlapping(clients: number, random: Random): Promise<string[]> {
    const { performance, seats } = await this.freeSeats(8, random);
    const path = `${SITE}/representations/${performance}/holds`;
    const wrong: string[] = [];
    const tries = Array.from({ length: clients }, async () => {
      const { status, body } = await this.call<Hold>(path, {
        body: { seats: random.shuffled(seats).slice(0, 4) },
      });
      if (status === 201 && body.seats.length !== 4) wrong.push(`${body.seats.length} seats of 4`);
      if (status >= 500) wrong.push(`answered ${status}`);
      return status === 201 ? body.cart.token : undefined;
    });
    const carts = (await Promise.all(tries)).filter((cart) => cart !== undefined);
    if (carts.length > 2) wrong.push(`${carts.length} carts of 4 out of 8 seats`);
    if (carts.length === 0) wrong.push('nobody got anything');
    for (const cart of carts) await this.call(path, { method: 'DELETE', cart });
    return wrong;
  }

  private async freeSeats(count: number, random: Random): Promise<{ performance: string; seats: string[] }> {
    const performance = random.pick(this.performances);
    const { body } = await this.call<{ seats: Seat[] }>(`${SITE}/representations/${performance}/plan`);
    const free = body.seats.filter(({ state, isPmr }) => state === 'FREE' && !isPmr);
    return {
      performance,
      seats: random
        .shuffled(free)
        .slice(0, count)
        .map(({ id }) => id),
    };
  }

  /** Makes one call and records its result. */
  async call<T>(path: string, call: Call = {}): Promise<{ status: number; body: T }> {
    const at = Date.now();
    const method = call.method ?? (call.body === undefined ? 'GET' : 'POST');
    const route = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replace(/\?.*/, '');
    const base = { at, experiment: this.experiment, method, route };
    try {
      const { status, mediaType, body } = await asBrowser(method, () =>
        callApi<T & { code?: string }>(path, call),
      );
      const problem = mediaType.includes('problem+json');
      const code = problem ? body.code : undefined;
      this.history.calls.push({ ...base, ms: Date.now() - at, status, problem, ...(code ? { code } : {}) });
      return { status, body };
    } catch (error) {
      const code = causeOf(error);
      this.history.calls.push({ ...base, ms: Date.now() - at, problem: false, code });
      throw new NoAnswer(code);
    }
  }

  private track(work: Promise<unknown>): Promise<unknown> {
    const tracked = work.finally(() => this.work.delete(tracked));
    this.work.add(tracked);
    return tracked;
  }

  private async arrivals(): Promise<void> {
    while (this.running) {
      if (this.waiting().length < this.maxWaiting) void this.track(this.buyer());
      await sleep((1000 / this.perSecond) * this.random.between(0.5, 1.5));
    }
  }

  private async buyer(): Promise<void> {
    const buyer = await this.upToBank(this.random.chance(0.3) ? 2 : 1);
    if (!buyer?.form) return;
    await sleep(this.random.between(500, 5_000));
    if (this.random.chance(0.1)) {
      await decideAtBank(buyer.form, 'refuse');
      return;
    }
    await this.pay(buyer);
  }

  /** Visitors who only read: a proxy may repeat these calls. */
  private async visits(): Promise<void> {
    while (this.running) {
      const path = this.random.pick([
        `${SITE}/saas-customers/lumiere`,
        `${SITE}/representations/by-saas-customer/${this.theatre}`,
        ...this.performances.slice(0, 2).map((id) => `${SITE}/representations/${id}/plan`),
      ]);
      await this.call(path).catch(() => undefined);
      await sleep(this.random.between(100, 400));
    }
  }

  private async watch(): Promise<void> {
    while (this.running) {
      await this.poll(this.waiting());
      await sleep(POLL_MS);
    }
  }

  /** Reads each buyer's sale and mailbox. */
  private async poll(waiting: readonly Buyer[]): Promise<void> {
    for (const buyer of waiting) {
      try {
        const { status, body } = await this.call<Progress>(`${SALES}/${buyer.reservation?.id}`, {
          cart: buyer.cart,
        });
        if (status !== 200) continue;
        if (body.outcome === 'REFUND') buyer.refundAt ??= Date.now();
        if (body.outcome === 'VALIDATED' && body.tickets.length === buyer.seats.length && body.documentReady)
          buyer.ticketsAt ??= Date.now();
        if (body.mailSent && (await mailsTo(buyer.email)).length > 0) buyer.mailedAt ??= Date.now();
      } catch {
        // The mailbox or the shop is down: polled again.
      }
    }
  }

  private async look(): Promise<void> {
    const theatre = await this.call<{ id: string }>(`${SITE}/saas-customers/lumiere`);
    this.theatre = theatre.body.id;
    const path = `${SITE}/representations/by-saas-customer/${this.theatre}`;
    const { body } = await this.call<{ items: OnSale[] }>(path);
    const today = new Date().toISOString().slice(0, 10);
    this.performances = body.items
      .filter(({ onSale, date, placesRemaining }) => onSale && date > today && placesRemaining >= MIN_PLACES)
      .map(({ id }) => id);
    if (this.performances.length === 0) throw new Error('nothing is on sale');
  }

  /** Repeats a call until its response is final: 429, 5xx and lost connections are retried. */
  private async insist<T>(path: string, call: Call, until: number): Promise<T> {
    for (;;) {
      const answer = await this.call<T & { code?: string }>(path, call).catch((error: Error) => error);
      if (!(answer instanceof Error)) {
        if (answer.status < 300) return answer.body;
        if (answer.status < 500 && answer.status !== 429)
          throw new Error(`${path} answered ${answer.status} ${answer.body.code}`);
      }
      if (Date.now() > until) throw new Error(`${path}: no patience left`);
      await sleep(RETRY_MS);
    }
  }

  private async choose(buyer: Buyer, count: number, until: number): Promise<void> {
    for (;;) {
      const performance = this.random.pick(this.performances);
      const plan = `${SITE}/representations/${performance}/plan`;
      const { seats } = await this.insist<{ seats: Seat[] }>(plan, {}, until);
      const free = seats.filter(({ state, isPmr }) => state === 'FREE' && !isPmr);
      if (free.length < MIN_PLACES) {
        if (Date.now() > until) throw new Error('every performance is nearly sold out');
        await sleep(RETRY_MS);
        await this.look();
        continue;
      }
      const chosenSeats = this.random.shuffled(free).slice(0, count);
      const path = `${SITE}/representations/${performance}/holds`;
      try {
        const { cart } = await this.insist<Hold>(
          path,
          { body: { seats: chosenSeats.map(({ id }) => id) } },
          until,
        );
        Object.assign(buyer, { performance, seats: chosenSeats.map(({ id }) => id), heldAt: Date.now() });
        Object.assign(buyer, { cart: cart.token, cartId: cart.id });
        return;
      } catch (error) {
        // Another buyer was faster, or a call without a response had taken effect.
        if (!/ 409 /.test(String(error)) || Date.now() > until) throw error;
      }
    }
  }

  private async leave(buyer: Buyer, until: number): Promise<undefined> {
    buyer.releasedAt = Date.now();
    await this.insist(
      `${SITE}/representations/${buyer.performance}/holds`,
      { method: 'DELETE', cart: buyer.cart },
      until,
    );
    return undefined;
  }

  private async order(buyer: Buyer, until: number): Promise<void> {
    const call = {
      body: { customer: customer(buyer.email), language: 'fr', cgvAccepted: true },
      cart: buyer.cart,
      headers: { 'idempotency-key': randomUUID() },
    };
    const saved = await this.insist<{ reservation: { id: string; code: string } }>(
      `${SALES}/cart/save`,
      call,
      until,
    );
    buyer.reservation = saved.reservation;
    if (!this.random.chance(REPLAYS)) return;
    const again = await this.insist(`${SALES}/cart/save`, call, until);
    buyer.differentReplay = JSON.stringify(again) !== JSON.stringify(saved);
  }
}
