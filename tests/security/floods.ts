import { Findings, type Budget, type Outcome } from './lib/findings';
import { clientNumber, inParallel, send, type HttpAnswer, type HttpRequest } from './lib/http-client';
import { Random } from './lib/random';
import { faultsOf } from './lib/verdict';

export interface FloodsTarget {
  origin: string;
  tenantId: string;
  performance: string;
  /** An existing account whose password is guessed; it is locked afterwards. */
  account: string;
  /** Sessions and streams that one client requests: more than the product allows. */
  crowd: { sessions: number; streams: number };
  /** Largest share of a performance that one client may hold at once, from 0 to 1. */
  largestShare: number;
}

interface Seat {
  id: string;
  state: string;
  isPmr?: boolean;
}

const SITE = '/app-api/configuration/representations';
const SESSION = '/app-api/session';
const SEATS = 20;

/** One client takes resources from all others: seats, carts, sessions, streams, guesses. */
export async function attackByFloods(target: FloodsTarget, seed: number, budget: Budget): Promise<Outcome> {
  const findings = new Findings('floods', seed);
  const flood = new Flood(target, findings, new Random(seed));
  await flood.holds(budget);
  await flood.renewals();
  await flood.logins();
  await flood.sessions();
  await flood.streams();
  return findings.outcome();
}

interface CartAnswer {
  cart?: { token?: string; expiresAt?: string | null };
}

class Flood {
  private readonly clients: number;
  private used = 0;

  constructor(
    private readonly target: FloodsTarget,
    private readonly findings: Findings,
    random: Random,
  ) {
    // Counters of an earlier run may still apply: each run uses networks of its own.
    this.clients = 100_000 + random.below(1_000_000);
  }

  private client = (): string => clientNumber(this.clients + 300 * this.used++);

  private async sendChecked(where: string, request: HttpRequest): Promise<HttpAnswer> {
    this.findings.requests++;
    const answer = await send(this.target.origin, request);
    for (const fault of faultsOf(answer, { method: request.method })) this.findings.add(where, fault);
    if (answer.status === 429) this.checkRefusal(where, answer);
    return answer;
  }

  /** A refusal for too many requests says when to retry, in a sentence and in a header. */
  private checkRefusal(where: string, answer: HttpAnswer) {
    const wait = Number(answer.headers['retry-after']);
    if (!Number.isInteger(wait) || wait < 1) this.findings.add(where, `429 without Retry-After`);
    const { detail } = json<{ detail?: string }>(answer) ?? {};
    if (!detail || /\{\w*\}|undefined|NaN/.test(detail)) this.findings.add(where, `429 says "${detail}"`);
  }

  private post = (path: string, body: unknown, overrides: Partial<HttpRequest> = {}): HttpRequest => ({
    method: 'POST',
    path,
    body: JSON.stringify(body),
    ...overrides,
    headers: { 'content-type': 'application/json', ...overrides.headers },
  });

  private get holdsPath() {
    return `${SITE}/${this.target.performance}/holds`;
  }

  private async plan(from: string): Promise<Seat[]> {
    const answer = await this.sendChecked('plan', {
      method: 'GET',
      path: `${SITE}/${this.target.performance}/plan`,
      from,
    });
    return json<{ seats: Seat[] }>(answer)?.seats ?? [];
  }

  private async letGo(tokens: Iterable<string>, from: string) {
    await inParallel([...tokens], 4, async (token) => {
      await send(this.target.origin, {
        method: 'DELETE',
        path: this.holdsPath,
        headers: { 'cart-token': token },
        from,
      });
    });
  }

  /** One client holds as many carts of seats as it can. */
  async holds({ isFull }: Budget) {
    const attacker = this.client();
    const buyer = this.client();
    const carts: string[] = [];
    try {
      const seats = await this.plan(buyer);
      const taken = seats.filter(({ state }) => state !== 'FREE').length;
      for (let round = 0; round < (isFull ? 60 : 30); round++) {
        const free = (await this.plan(buyer)).filter(({ state }) => state === 'FREE').slice(0, SEATS);
        if (free.length === 0) break;
        const body = { seats: free.map(({ id }) => id) };
        const answer = await this.sendChecked(
          'holds of one client',
          this.post(this.holdsPath, body, { from: attacker }),
        );
        const token = json<CartAnswer>(answer)?.cart?.token;
        if (token) carts.push(token);
        if (answer.status >= 400) break;
      }
      const after = await this.plan(buyer);
      const held = after.filter(({ state }) => state !== 'FREE').length - taken;
      const most = Math.floor(after.length * this.target.largestShare);
      if (held > most)
        this.findings.add('holds of one client', `holds ${held} of ${after.length} seats, more than ${most}`);
      const free = after.filter(({ state, isPmr }) => state === 'FREE' && !isPmr).slice(0, 2);
      const bought = await this.sendChecked(
        'another client beside it',
        this.post(this.holdsPath, { seats: free.map(({ id }) => id) }, { from: buyer }),
      );
      if (bought.status !== 201)
        this.findings.add('another client beside it', `was answered ${bought.status}`);
      const own = json<CartAnswer>(bought)?.cart?.token;
      if (own) carts.push(own);
    } finally {
      await this.letGo(carts, buyer);
    }
  }

  /** Releasing and holding again must not extend the life of a cart. */
  async renewals() {
    const from = this.client();
    const [seat] = (await this.plan(from)).filter(({ state, isPmr }) => state === 'FREE' && !isPmr).slice(-1);
    if (!seat) return;
    const hold = (cart?: string) =>
      this.sendChecked(
        'a renewed cart',
        this.post(
          this.holdsPath,
          { seats: [seat.id] },
          { from, headers: cart ? { 'cart-token': cart } : {} },
        ),
      );
    const first = json<CartAnswer>(await hold())?.cart;
    const token = first?.token;
    if (!token) return;
    try {
      const ends = Date.parse(first.expiresAt ?? '');
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await this.letGo([token], from);
      const again = json<CartAnswer>(await hold(token))?.cart?.expiresAt;
      const later = Date.parse(again ?? '') - ends;
      if (later > 1_500) this.findings.add('a renewed cart', `lives ${Math.round(later / 1_000)} s longer`);
    } finally {
      await this.letGo([token], from);
    }
  }

  /** Guesses of one password: the account is locked with a sentence that says for how long, and no other is. */
  async logins() {
    const { tenantId, account } = this.target;
    const guess = (from: string, email: string, language: string) =>
      this.sendChecked(
        'guesses of a password',
        this.post(
          `${SESSION}/login`,
          { tenantId, email, password: 'wrong-password-1' },
          {
            from,
            headers: { 'accept-language': language },
          },
        ),
      );
    const attacker = this.client();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++)
      statuses.push((await guess(attacker, account, 'fr')).status);
    if (statuses.at(-1) !== 429)
      this.findings.add('guesses of a password', `were answered ${statuses.join(', ')}`);
    for (const [language, words] of [
      ['fr', /\d+ minute/],
      ['en', /\d+ minute/],
    ] as const) {
      const locked = await guess(this.client(), account, language);
      const { detail, code } = json<{ detail?: string; code?: string }>(locked) ?? {};
      if (locked.status !== 429 || code !== 'security.too-many-failed-logins' || !words.test(detail ?? ''))
        this.findings.add('a locked account', `${locked.status} ${code}: ${detail}`);
    }
    const other = await guess(this.client(), `other-${account}`, 'fr');
    if (other.status !== 401) this.findings.add('another account beside it', `was answered ${other.status}`);
  }

  /** Sessions are rows: one network cannot create them without limit. */
  async sessions() {
    const attacker = this.client();
    const tries = Array.from({ length: this.target.crowd.sessions }, (_, index) => index);
    let refused = 0;
    await inParallel(tries, 8, async () => {
      const { status } = await this.sendChecked('sessions of one client', {
        method: 'GET',
        path: SESSION,
        from: attacker,
      });
      if (status === 429) refused++;
    });
    if (refused === 0) this.findings.add('sessions of one client', `${tries.length} were all made`);
    const other = await this.sendChecked('another client beside it', {
      method: 'GET',
      path: SESSION,
      from: this.client(),
    });
    if (other.status !== 200) this.findings.add('another client beside it', `was answered ${other.status}`);
  }

  /** Streams are connections that stay open. */
  async streams() {
    const attacker = this.client();
    const path = `${SITE}/${this.target.performance}/events`;
    const tries = Array.from({ length: this.target.crowd.streams }, (_, index) => index);
    const streams = await Promise.all(tries.map(() => openStream(this.target.origin, path, attacker)));
    this.findings.requests += tries.length;
    const opened = streams.filter(({ status }) => status === 200).length;
    for (const { status } of streams)
      if (status >= 500) this.findings.add('streams of one client', `answered ${status}`);
    if (opened === tries.length) this.findings.add('streams of one client', `${opened} were all opened`);
    const other = await openStream(this.target.origin, path, this.client());
    if (other.status !== 200)
      this.findings.add('another client beside it', `a stream was answered ${other.status}`);
    for (const { close } of [...streams, other]) close();
  }
}

function json<T>({ body }: HttpAnswer): T | undefined {
  try {
    return JSON.parse(body.toString()) as T;
  } catch {
    return undefined;
  }
}

async function openStream(origin: string, path: string, from: string) {
  const { request } = await import('node:http');
  const { port, host } = new URL(origin);
  return new Promise<{ status: number; close: () => void }>((resolve) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      localAddress: from,
      agent: false,
      headers: { host },
    });
    sent.once('response', (response) => {
      response.on('error', () => undefined);
      response.resume();
      resolve({ status: response.statusCode ?? 0, close: () => sent.destroy() });
    });
    sent.once('error', () => resolve({ status: 0, close: () => undefined }));
    sent.end();
  });
}
