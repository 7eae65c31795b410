import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { paymentsV1, topics, type TopicEvent } from '@coulisse/contracts';
import { MemoryBus } from '@coulisse/service-kit';
import { openClient } from '@coulisse/service-kit/grpc';
import {
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
  testCredentials,
} from '@coulisse/test-kit';
import { service } from '../../src/service';
import { PrivateKafka } from './private-kafka';

export const HMAC_KEY = '0123456789ABCDEF'.repeat(8);
export const NOTIFICATION = '/app-api/payments/paybox/notification';

export type PaymentEvent = ReturnType<(typeof topics)['payments.payment.v1']['decode']>['event'];

/** The payments service with its database, its Kafka, and a bank that signs any data. */
export interface Harness {
  service: TestService;
  database: TestDatabase;
  bus: PrivateKafka;
  /** Events that reached Kafka for a payment, in order. */
  events(paymentId: string): NonNullable<PaymentEvent>[];
  start(changes?: Partial<paymentsV1.StartPaymentRequest>): Promise<paymentsV1.StartPaymentResponse>;
  /** Query of a notification that the bank signed. */
  signed(data: string): string;
  notify(query: string): Promise<{ status: number; text: string; code?: string }>;
  /** Stand-in for the bank's inquiries: its answers, and the questions it got. */
  ppps: Ppps;
  /** Another replica of the service on the same database. */
  replica(): Promise<TestService>;
  /** Publishes an event of ticketing. */
  publishEvent(tenantId: string, event: ReservationEvent): Promise<void>;
  stop(): Promise<void>;
}

export type ReservationEvent = TopicEvent<'ticketing.reservation.v1'>;

/** The bank's side of inquiries, with answers set by a test. */
export class Ppps {
  readonly questions: URLSearchParams[] = [];
  /** By order reference; every transaction is known and paid unless a test says otherwise. */
  private readonly answers = new Map<string, (question: URLSearchParams) => string | null>();
  down = false;
  /** How the bank fails at a question that it got: it never answers, or with 500. Null: it does not. */
  fault: (question: URLSearchParams) => 'late' | 'error' | null = () => null;
  /** How its payment page answers the check before each redirection, and how often it was checked. */
  page: 'up' | 'late' | 'error' = 'up';
  pageChecks = 0;

  /** Null: no answer. */
  setAnswer(reference: string, answer: (question: URLSearchParams) => string | null): void {
    this.answers.set(reference, answer);
  }
  questionsAbout(reference: string): URLSearchParams[] {
    return this.questions.filter((question) => question.get('REFERENCE') === reference);
  }

  answer(question: URLSearchParams): string | null {
    this.questions.push(question);
    if (this.down) return null;
    return (this.answers.get(question.get('REFERENCE') ?? '') ?? paid())(question);
  }
}

const head = (question: URLSearchParams) =>
  ['NUMQUESTION', 'SITE', 'RANG'].map((name) => `${name}=${question.get(name)}`).join('&');

/** Answer "paid": with the numbers of the question, or with the given ones. */
export const paid =
  (numbers?: { call: string; transaction: string }, changes = '') =>
  (question: URLSearchParams): string =>
    `NUMTRANS=${numbers?.transaction ?? question.get('NUMTRANS')}&NUMAPPEL=${numbers?.call ?? question.get('NUMAPPEL')}` +
    `&${head(question)}&AUTORISATION=XXXXXX&CODEREPONSE=00000&COMMENTAIRE=ok${changes}&STATUS=Captur\u00e9`;
export const refusedWith =
  (code: string) =>
  (question: URLSearchParams): string =>
    `NUMTRANS=0&NUMAPPEL=0&${head(question)}&CODEREPONSE=${code}&COMMENTAIRE=no`;
export const silent = () => null;

/** Answers `load.html` and inquiries, which is all that the service needs of a bank. */
async function startBank(ppps: Ppps): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      ppps.pageChecks += 1;
      if (ppps.page === 'late') return;
      if (ppps.page === 'error') response.statusCode = 500;
      return void response.end('<div id="server_status">OK</div>');
    }
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const question = new URLSearchParams(body);
      const fault = ppps.fault(question);
      // The connection stays open until the service gives up.
      if (fault === 'late') return;
      if (fault === 'error') return void response.writeHead(500).end('<h1>Erreur</h1>');
      const answer = ppps.answer(question);
      if (answer === null) response.destroy();
      else response.end(Buffer.from(answer, 'latin1'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export function paymentRequest(
  changes: Partial<paymentsV1.StartPaymentRequest> = {},
): paymentsV1.StartPaymentRequest {
  return {
    tenantId: randomUUID(),
    idempotencyKey: randomUUID(),
    reservationId: randomUUID(),
    reservationCode: 'R-7K3M-9QX4',
    amountMinor: 17800,
    currency: 'EUR',
    quantity: 2,
    buyer: {
      email: 'zoe@example.test',
      firstName: 'Zoé',
      lastName: 'Martin',
      addressLine1: '12 rue de la République',
      zipCode: '69001',
      city: 'Lyon',
      country: 'FR',
    },
    language: 'fr',
    returnUrl: 'http://localhost:8080/app/reservations/1/return',
    ...changes,
  };
}

export async function startHarness(): Promise<Harness> {
  const ppps = new Ppps();
  const bank = await startBank(ppps);
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const database = await testDatabase(join(__dirname, '../..'));
  const bus = new PrivateKafka();
  const env = {
    // Tests start inquiries themselves.
    INQUIRY_EVERY_MS: '3600000',
    SANDBOX_BANK_URL: bank.url,
    SANDBOX_BANK_HMAC_KEY: HMAC_KEY,
    SANDBOX_BANK_PUBLIC_KEY: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
  const running = await startTestService(service, { database, bus, env });
  const { client, close } = openClient(paymentsV1.PaymentServiceDefinition, running.grpcAddress, {
    credentials: testCredentials('ticketing'),
  });
  const received = new Map<string, NonNullable<PaymentEvent>[]>();
  const reading = new PrivateKafkaReader(bus, received);
  await reading.ready;
  return {
    service: running,
    database,
    bus,
    events: (paymentId) => received.get(paymentId) ?? [],
    start: (changes) => client.startPayment(paymentRequest(changes)),
    signed: (data) => signedQuery(data, pair.privateKey),
    notify: async (query) => {
      const { status, text, body } = await running.request<{ code?: string }>(
        'GET',
        `${NOTIFICATION}?${query}`,
      );
      return { status, text, code: body?.code };
    },
    ppps,
    replica: () => startTestService(service, { database, bus: new MemoryBus(), env }),
    publishEvent: (tenantId, event) =>
      bus.publish([
        {
          topic: 'ticketing.reservation.v1',
          key: event.value.reservationId,
          value: Buffer.from(topics['ticketing.reservation.v1'].encode({ event }).finish()),
          headers: {
            ce_id: randomUUID(),
            ce_type: event.$case,
            ce_time: new Date().toISOString(),
            ce_tenantid: tenantId,
          },
        },
      ]),
    stop: async () => {
      close();
      await running.stop();
      await database.drop();
      bank.server.close();
    },
  };
}

function signedQuery(data: string, key: KeyObject): string {
  return `${data}&K=${encodeURIComponent(sign('RSA-SHA1', Buffer.from(data), key).toString('base64'))}`;
}

class PrivateKafkaReader {
  readonly ready: Promise<void>;

  constructor(bus: PrivateKafka, received: Map<string, NonNullable<PaymentEvent>[]>) {
    this.ready = bus.subscribe({
      topics: ['payments.payment.v1'],
      group: 'reader',
      from: 'earliest',
      handler: async ({ key, value }) => {
        const { event } = topics['payments.payment.v1'].decode(value);
        if (event) received.set(key, [...(received.get(key) ?? []), event]);
      },
    }).ready;
  }
}

export const fieldOf = (started: paymentsV1.StartPaymentResponse, name: string): string =>
  started.formFields.find((field) => field.name === name)?.value ?? '';

/** Data of the bank's notification about a form. */
export const outcome = (
  reference: string,
  { amount = '17800', code = '00000', authorisation = 'XXXXXX', transaction = '456' } = {},
): string =>
  `M=${amount}&R=${reference}&T=123&${authorisation ? `A=${authorisation}&` : ''}S=${transaction}&E=${code}`;
