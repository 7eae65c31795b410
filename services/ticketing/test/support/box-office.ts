import { randomUUID } from 'node:crypto';
import { topics, type Topic, type TopicEvent } from '@coulisse/contracts';
import { MemoryBus, type Bus } from '@coulisse/service-kit';
import {
  eventually,
  startTestService,
  testDatabase,
  type RequestOptions,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { join } from 'node:path';
import { service } from '../../src/service';
import { Peers } from './peers';

export interface Theatre {
  tenantId: string;
  categoryId: string;
  formulaId: string;
  roomId: string;
  planId: string;
  showId: string;
  performanceId: string;
}
export interface PlanSeat {
  id: string;
  row: string;
  number: string;
  state: string;
}
export interface TheatreOptions {
  /** An existing tenant; a new one by default. */
  tenantId?: string;
  rows?: number;
  seatsPerRow?: number;
  price?: string;
  /** Of its category and room, whose names are unique in a tenant. */
  name?: string;
  show?: object;
  formula?: object;
  performance?: object;
}

const config = '/b/api/configuration';
const front = '/app-api/configuration/representations';
const cart = '/app-api/prestiscene/reservations/cart';

export const CUSTOMER = {
  email: 'camille@example.test',
  firstName: 'Camille',
  lastName: 'Durand',
  addressLine1: '4 rue du Port',
  zipCode: '69002',
  city: 'Lyon',
  country: 'FR',
};

/** One block, straight rows. */
export const block = (categoryId: string, rows: number, seatsPerRow: number, overrides: object = {}) => ({
  id: 'stalls',
  name: 'Stalls',
  categoryId,
  rows,
  seatsPerRow,
  firstRow: 'A',
  x: 0,
  y: 0,
  ...overrides,
});

/** A running ticketing service with its database, its peers and the actions of buyers and staff. */
export class BoxOffice {
  private constructor(
    readonly database: TestDatabase,
    readonly peers: Peers,
    readonly service: TestService,
  ) {}

  /** Kafka is used where a test is about it; elsewhere a bus inside the process is enough. */
  static async open({
    bus = new MemoryBus(),
    env = {},
  }: { bus?: Bus; env?: Record<string, string> } = {}): Promise<BoxOffice> {
    const database = await testDatabase(join(__dirname, '../..'));
    const peers = new Peers();
    await peers.start();
    const running = await startTestService(service, {
      database,
      env: {
        PAYMENTS_GRPC: peers.address,
        DOCUMENTS_GRPC: peers.address,
        NOTIFICATIONS_GRPC: peers.address,
        PUBLIC_URL: 'https://coulisse.test',
        // The process of a test does more than the service, and must not seem to be full.
        WAITING_ROOM: '{"eventLoopDelayMs":0,"holdsInFlight":0}',
        ...env,
      },
      bus,
    });
    return new BoxOffice(database, peers, running);
  }

  async close(): Promise<void> {
    await this.service.stop();
    this.peers.stop();
    await this.database.drop();
  }

  /** A request of a staff member, with every right by default. */
  async staff<B>(
    tenantId: string,
    method: string,
    path: string,
    body?: unknown,
    options: { rights?: string[]; headers?: Record<string, string> } = {},
  ) {
    const token = this.service.issuer.staffToken({ tenantId, rights: options.rights ?? ['*'] });
    return this.service.request<B>(method, path, { token, body, headers: options.headers });
  }

  private async made(tenantId: string, path: string, body: object): Promise<string> {
    const answer = await this.staff<{ id: string }>(tenantId, 'POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body.id;
  }

  /** Another performance of the tenant's show, on the same plan. */
  perform(theatre: Omit<Theatre, 'performanceId'>, overrides: object = {}): Promise<string> {
    return this.made(theatre.tenantId, `${config}/representations`, {
      show: theatre.showId,
      room: theatre.roomId,
      planId: theatre.planId,
      date: '2031-05-14',
      mealTimes: ['19:00'],
      showTimes: ['20:30'],
      formulas: [theatre.formulaId],
      ...overrides,
    });
  }

  /** A new tenant that sells one performance. */
  async theatre({
    tenantId = randomUUID(),
    rows = 1,
    seatsPerRow = 10,
    price = '89.00',
    ...options
  }: TheatreOptions = {}): Promise<Theatre> {
    const make = (path: string, body: object) => this.made(tenantId, `${config}/${path}`, body);
    const categoryId = await make('categories', { name: options.name ?? 'Or', color: '#c9a227' });
    const formulaId = await make('formules', {
      name: 'Dîner spectacle',
      category: categoryId,
      ticketPriceTTC: price,
      vatBreakdown: [{ label: 'Spectacle', rate: '5.5', amountTTC: price }],
      ...options.formula,
    });
    const roomId = await make('salles', { name: options.name ?? 'Grande salle' });
    const planId = await make(`salles/${roomId}/plans`, {
      name: 'Cabaret',
      blocks: [block(categoryId, rows, seatsPerRow)],
    });
    const showId = await make('spectacles', { name: 'Le Grand Soir', ...options.show });
    const theatre = { tenantId, categoryId, formulaId, roomId, planId, showId };
    return { ...theatre, performanceId: await this.perform(theatre, options.performance) };
  }

  /** Any public request; `token` is that of the cart. */
  visit<B = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    token?: string | null,
    headers: RequestOptions['headers'] = {},
  ) {
    return this.service.request<B>(method, path, {
      body,
      headers: { ...headers, ...(token ? { 'cart-token': token } : {}) },
    });
  }

  async seats(performanceId: string, token?: string): Promise<PlanSeat[]> {
    const { body } = await this.visit<{ seats: PlanSeat[] }>(
      'GET',
      `${front}/${performanceId}/plan`,
      undefined,
      token,
    );
    return body.seats;
  }

  /** Every call comes from its own client network by default, as named by the gateway. */
  hold(
    performanceId: string,
    seats: readonly string[],
    token?: string | null,
    formulaBySeat?: Record<string, string>,
    network: string | null = randomUUID(),
  ) {
    return this.visit<{
      code?: string;
      params?: Record<string, number>;
      errors?: { pointer: string; code: string }[];
      cart: {
        id: string;
        token: string;
        secondsLeft: number;
        extendable: boolean;
        expiresAt: string | null;
      };
      totalMinor: number;
    }>(
      'POST',
      `${front}/${performanceId}/holds`,
      { seats, ...(formulaBySeat ? { formulaBySeat } : {}) },
      token,
      network === null ? {} : { 'x-client-network': network },
    );
  }

  save(token: string, overrides: object = {}, headers: Record<string, string> = {}) {
    return this.visit<{
      code?: string;
      errors?: { pointer: string; code: string }[];
      reservation: { id: string; code: string; state: string };
      totalMinor: number;
    }>(
      'POST',
      `${cart}/save`,
      { customer: CUSTOMER, language: 'fr', cgvAccepted: true, ...overrides },
      token,
      headers,
    );
  }

  pay(token: string, body: object = {}) {
    return this.visit<{ code?: string; paymentId: string; form: { action: string } | null }>(
      'POST',
      `${cart}/pay`,
      body,
      token,
    );
  }

  /** A buyer with a saved cart of these seats. */
  async buyer(
    performanceId: string,
    seats: readonly string[],
    network?: string,
  ): Promise<{
    token: string;
    cartId: string;
    reservation: { id: string; code: string };
    totalMinor: number;
  }> {
    const held = await this.hold(performanceId, seats, null, undefined, network);
    if (held.status !== 201) throw new Error(`hold: ${held.text}`);
    const saved = await this.save(held.body.cart.token);
    if (saved.status !== 200) throw new Error(`save: ${saved.text}`);
    return {
      token: held.body.cart.token,
      cartId: held.body.cart.id,
      reservation: saved.body.reservation,
      totalMinor: saved.body.totalMinor,
    };
  }

  /** A buyer of these seats whose money the bank has taken; the sale is settled a moment later. */
  async paidBuyer({ tenantId, performanceId }: Theatre, seats: readonly string[], network?: string) {
    const buyer = await this.buyer(performanceId, seats, network);
    const { paymentId } = (await this.pay(buyer.token)).body;
    const paid = { paymentId, reservationId: buyer.reservation.id, amountMinor: buyer.totalMinor };
    await this.accept(tenantId, paid);
    return { ...buyer, paymentId };
  }

  async outcome(reservationId: string, token: string) {
    const { body } = await this.visit<{
      outcome: string;
      state: string;
      tickets: { number: string; seat: string }[];
      documentReady: boolean;
      mailSent: boolean;
    }>('GET', `/app-api/prestiscene/reservations/${reservationId}`, undefined, token);
    return body;
  }

  /** Expires a cart and its seats. */
  async expire(cartId: string): Promise<void> {
    const passed = `now() - interval '1 second'`;
    await this.database.asSuperuser(`UPDATE cart SET expires_at = ${passed} WHERE id = $1`, [cartId]);
    await this.database.asSuperuser(
      `UPDATE seat_claim SET expires_at = ${passed} WHERE cart_id = $1 AND state = 'HELD'`,
      [cartId],
    );
  }

  /** Publishes an event of another service. */
  async publishEvent<T extends Topic>(
    tenantId: string,
    topic: T,
    key: string,
    event: TopicEvent<T>,
    messageId: string = randomUUID(),
  ): Promise<void> {
    const encoder = topics[topic] as unknown as {
      encode(message: { event: unknown }): { finish(): Uint8Array };
    };
    const headers = {
      ce_id: messageId,
      ce_type: event.$case,
      ce_tenantid: tenantId,
      ce_time: new Date().toISOString(),
    };
    await this.service.ctx.bus.publish([
      { topic, key, value: Buffer.from(encoder.encode({ event }).finish()), headers },
    ]);
  }

  /** Publishes a record of another service, to which others refer. */
  publishLabel(tenantId: string, resource: string, id: string, label: string): Promise<void> {
    return this.publishEvent(tenantId, 'coulisse.resource.v1', `${resource}/${id}`, {
      $case: 'changed',
      value: {
        ...{ resource, id, version: 1, label, detail: '', archived: false, searchText: '' },
        ...{ ownerId: '', readRight: `${resource}.read`, mergedInto: '' },
      },
    });
  }

  /** Publishes that the bank took the money. */
  accept(
    tenantId: string,
    paid: { paymentId: string; reservationId: string; amountMinor: number },
    messageId?: string,
  ): Promise<void> {
    return this.publishEvent(
      tenantId,
      'payments.payment.v1',
      paid.paymentId,
      { $case: 'accepted', value: { ...paid, currency: 'EUR', togetherMinor: 0, method: 'CARD' } },
      messageId,
    );
  }

  /** Waits until every payment that was accepted is a sale or a refund. */
  async settled(performanceId: string): Promise<void> {
    await eventually(async () => {
      const rows = await this.database.asSuperuser(
        `SELECT s.outcome FROM sale_process s JOIN reservation r ON r.id = s.reservation_id
         WHERE r.performance_id = $1 AND s.outcome NOT IN ('VALIDATED', 'REFUND')`,
        [performanceId],
      );
      if (rows.length > 0) throw new Error(`${rows.length} sales are not settled`);
    });
  }

  /** Events in the outbox, in the order in which they were written. */
  async events<T extends Topic>(topic: T): Promise<TopicEvent<T>[]> {
    const rows = await this.database.asSuperuser<{ payload: Buffer }>(
      'SELECT payload FROM kit.outbox WHERE topic = $1 ORDER BY seq',
      [topic],
    );
    const decoder = topics[topic] as unknown as { decode(bytes: Uint8Array): { event: TopicEvent<T> } };
    return rows.map(({ payload }) => decoder.decode(payload).event);
  }
}
