import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ticketingV1, topics } from '@coulisse/contracts';
import { MemoryBus } from '@coulisse/service-kit';
import {
  eventually,
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { serviceHarness, type ResourceHarness } from '@coulisse/test-kit/describe-resource';
import { FakeTicketing } from '@coulisse/test-kit/fake-ticketing';
import * as resources from '../../src/resources';
import { service } from '../../src/service';

export interface Stored {
  id: string;
  version: number;
  [field: string]: unknown;
}
export interface Answered<B> {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  body: B;
}
interface Options {
  body?: unknown;
  headers?: Record<string, string>;
  rights?: readonly string[];
  userId?: string;
}

/** crm on a database of its own, with a stand-in of ticketing and two tenants that nothing else uses. */
export class Office {
  readonly tenants = [randomUUID(), randomUUID()] as const;
  readonly bus = new MemoryBus();
  readonly ticketing = new FakeTicketing();
  /** Default caller. */
  readonly defaultUserId = randomUUID();
  readonly resources = Object.values(resources);
  database!: TestDatabase;
  crm!: TestService;

  async open(): Promise<void> {
    await this.ticketing.start();
    this.database = await testDatabase(join(__dirname, '../..'));
    this.crm = await startTestService(service, {
      database: this.database,
      bus: this.bus,
      backOff: { attempts: 6, baseMs: 10, maxMs: 50 },
      // No test attaches a file: calls to documents belong to the kernel, whose own tests cover them.
      env: { TICKETING_GRPC: this.ticketing.address, DOCUMENTS_GRPC: '127.0.0.1:1' },
    });
  }
  async close(): Promise<void> {
    await this.crm.stop();
    await this.database.drop();
    this.ticketing.stop();
  }

  /** Harness of the shared resource suite. */
  harness(overrides: Partial<ResourceHarness> = {}): ResourceHarness {
    const { resources: all } = this;
    return serviceHarness(() => this.crm, {
      resources: all,
      tenants: () => this.tenants,
      ...overrides,
    });
  }

  /** A request of the first tenant's staff, under `/b/api/crm/`. */
  async call<B = Stored>(
    method: string,
    path: string,
    { rights = ['crm.*'], userId = this.defaultUserId, ...options }: Options = {},
    tenantId: string = this.tenants[0],
  ): Promise<Answered<B>> {
    // The rights of a subject are cached for a while, so each combination has a subject of its own.
    const caller = { tenantId, rights, userId, subject: [userId, tenantId, ...rights].join(' ') };
    const answer = await this.harness().request(caller, method, `/b/api/crm/${path}`, options);
    return { ...answer, body: answer.body as B };
  }
  /** Creates a record by the generic route. */
  async make<R = Stored>(path: string, body: object, tenantId?: string): Promise<R & Stored> {
    const answer = await this.call<R & Stored>('POST', path, { body }, tenantId);
    if (answer.status !== 201)
      throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  async read<R = Stored>(path: string, tenantId?: string): Promise<R> {
    const answer = await this.call<R>('GET', path, {}, tenantId);
    if (answer.status !== 200)
      throw new Error(`GET ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  change<B = Stored>(path: string, { version }: { version: number }, body: object): Promise<Answered<B>> {
    return this.call<B>('PATCH', path, { body, headers: { 'if-match': `"${version}"` } });
  }

  /** Runs what is scheduled for every day of a tenant, and the jobs that wait. */
  async runDaily(tenantId: string): Promise<void> {
    await this.database.asSuperuser(
      `INSERT INTO kit.job (id, tenant_id, kind, input, actor, owner_id)
       VALUES (uuidv7(), $1, 'crm.refresh-loyalties-daily', $2, '{}', 'system')`,
      [tenantId, JSON.stringify({ plannedAt: new Date(), missed: 0 })],
    );
    await this.jobsDone(tenantId);
  }
  /** Waits until the background jobs of a tenant are done. */
  async jobsDone(tenantId: string): Promise<void> {
    await eventually(
      async () =>
        expect(
          await this.database.asSuperuser(
            `SELECT kind, state, problem FROM kit.job WHERE tenant_id = $1 AND state <> 'DONE'`,
            [tenantId],
          ),
        ).toEqual([]),
      { timeoutMs: 15_000 },
    );
  }

  /** Publishes an event of a reservation, as ticketing does. */
  async publishReservationEvent(
    tenantId: string,
    event: 'validated' | 'canceled',
    reservationId: string,
    time = new Date(),
  ): Promise<void> {
    const performanceId = randomUUID();
    const payload =
      event === 'validated'
        ? { $case: event, value: { reservationId, performanceId, paymentId: randomUUID(), ticketIds: [] } }
        : {
            $case: event,
            value: {
              reservationId,
              performanceId,
              paymentIds: [],
              refundMinor: 0,
              wasValidated: true,
              wasPromised: false,
            },
          };
    const bytes = topics['ticketing.reservation.v1'].encode({ event: payload }).finish();
    const headers = {
      ce_id: randomUUID(),
      ce_type: event,
      ce_time: time.toISOString(),
      ce_tenantid: tenantId,
    };
    const topic = 'ticketing.reservation.v1' as const;
    await this.bus.publish([{ topic, key: reservationId, value: Buffer.from(bytes), headers }]);
  }
  /** Sells a reservation of an amount without VAT; returns its id. */
  async sell(
    tenantId: string,
    customer: Partial<ticketingV1.Customer> | undefined,
    { amountHT = 0, at = new Date() }: { amountHT?: number; at?: Date } = {},
  ): Promise<string> {
    const reservationId = randomUUID();
    this.ticketing.reservations.set(
      reservationId,
      ticketingV1.GetReservationResponse.fromPartial({
        reservationId,
        ...(customer ? { customer } : {}),
        totalMinor: Math.round(amountHT * 105.5),
        vatLines: [{ rateBasisPoints: 550, baseMinor: Math.round(amountHT * 100), taxMinor: 0 }],
      }),
    );
    await this.publishReservationEvent(tenantId, 'validated', reservationId, at);
    return reservationId;
  }
  /** Makes a gift voucher of a buyer valid; returns its id. */
  async sellVoucher(
    tenantId: string,
    buyer: Partial<ticketingV1.GetVoucherBuyerResponse>,
    giftVoucherId: string = randomUUID(),
  ): Promise<string> {
    this.ticketing.voucherBuyers.set(
      giftVoucherId,
      ticketingV1.GetVoucherBuyerResponse.fromPartial({ giftVoucherId, ...buyer }),
    );
    const event = { $case: 'validated' as const, value: { giftVoucherId } };
    const topic = 'ticketing.gift-voucher.v1' as const;
    const headers = {
      ce_id: randomUUID(),
      ce_type: event.$case,
      ce_time: new Date().toISOString(),
      ce_tenantid: tenantId,
    };
    const value = Buffer.from(topics[topic].encode({ event }).finish());
    await this.bus.publish([{ topic, key: giftVoucherId, value, headers }]);
    return giftVoucherId;
  }
  publishedEvents() {
    return this.bus.published('crm.tiers.v1').flatMap((message) => {
      const { event } = topics['crm.tiers.v1'].decode(message.value);
      return event ? [{ ...event, key: message.key }] : [];
    });
  }
  /** The third party that a reservation or a gift voucher was linked to. */
  buyerOf(recordId: string): Promise<string> {
    return eventually(() => {
      const link = this.publishedEvents().flatMap((event): { tiersId: string }[] => {
        if (event.$case === 'buyerLinked' && event.value.reservationId === recordId) return [event.value];
        if (event.$case === 'voucherBuyerLinked' && event.value.giftVoucherId === recordId)
          return [event.value];
        return [];
      })[0];
      if (!link) throw new Error('not linked yet');
      return link.tiersId;
    });
  }
}

/** An office for the tests of a file. */
export function office(): Office {
  const instance = new Office();
  beforeAll(() => instance.open());
  afterAll(() => instance.close());
  return instance;
}
