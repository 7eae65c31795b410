import { randomUUID } from 'node:crypto';
import { topics } from '@coulisse/contracts';
import { Kafka, logLevel, type IHeaders } from 'kafkajs';
import { eraseAnAccount } from '../support/public-account';
import { callOk } from '../support/public-api';
import { eventually, fromStack, tokenOf } from '../support/stack';

// The whole stack: identity says over Kafka that an account was erased, and sales forgets what it need not keep.

jest.setTimeout(240_000);

const TOPIC = 'identity.account.v1';
const GROUP = 'sales.on-account';

interface Bill {
  state: string;
  sentTo: string | null;
  buyer: { name: string; email: string; city: string };
}

let kafka: Kafka;
const tokens = new Map<string, string>();
beforeAll(async () => {
  kafka = new Kafka({
    clientId: 'erasure-test',
    brokers: fromStack('TEST_KAFKA_BROKERS').split(','),
    logLevel: logLevel.NOTHING,
  });
  for (const theatre of ['lumiere', 'comedie'])
    tokens.set(theatre, await tokenOf(`admin@${theatre}.example`));
});

const call = <T>(theatre: string, path: string, body?: object) =>
  callOk<T>(`/b/api/${path}`, { token: tokens.get(theatre)!, body });

/** A bill of a person with an address, mailed to it. */
async function mailedBill(theatre: string, email: string) {
  const person = await call<{ id: string }>(theatre, 'crm/tiers', {
    ...{ kind: 'particular', firstName: 'Léa', lastName: `Roux ${randomUUID().slice(0, 6)}`, email },
    addresses: [{ addressLine1: '3 rue Haute & Basse', zipCode: '77000', city: 'Melun', country: 'FR' }],
  });
  const { id } = await call<{ id: string }>(theatre, 'sale/bills', {
    ...{ title: 'Soirée', tiers: person.id },
    items: [{ label: 'Cession', unitPrice: '100', vatRate: '20' }],
  });
  const read = () => call<Bill>(theatre, `sale/bills/${id}`);
  await call(theatre, `sale/bills/${id}/transitions/post`, {});
  await call(theatre, `sale/bills/${id}/transitions/send`, { input: { subject: 'Votre facture' } });
  await eventually(
    async () => expect(await read()).toMatchObject({ state: 'SENDED', sentTo: email }),
    60_000,
  );
  return read;
}

const isErased = (read: () => Promise<Bill>) =>
  eventually(async () => expect(await read()).toMatchObject({ sentTo: null, buyer: { email: '' } }), 60_000);

interface Received {
  key: Buffer | null;
  value: Buffer | null;
  headers: IHeaders | undefined;
}

/** The messages of the topic since an instant, the oldest first; there is one at least. */
async function messagesSince(instant: number): Promise<Received[]> {
  const admin = kafka.admin();
  const consumer = kafka.consumer({ groupId: `erasure-test-${randomUUID()}` });
  await Promise.all([admin.connect(), consumer.connect()]);
  const left = new Map(
    (await admin.fetchTopicOffsets(TOPIC))
      .filter(({ high, low }) => Number(high) > Number(low))
      .map(({ partition, high }) => [partition, Number(high)]),
  );
  const found: (Received & { at: number })[] = [];
  await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
  await new Promise<void>((resolve) => {
    void consumer.run({
      autoCommit: false,
      eachMessage: ({ partition, message }) => {
        const { key, value, headers, timestamp, offset } = message;
        found.push({ key, value, headers, at: Number(timestamp) });
        if (Number(offset) + 1 >= (left.get(partition) ?? 0)) left.delete(partition);
        if (left.size === 0) resolve();
        return Promise.resolve();
      },
    });
  });
  await Promise.all([admin.disconnect(), consumer.disconnect()]);
  return found.filter(({ at }) => at >= instant).sort((earlier, later) => earlier.at - later.at);
}

/** Waits until sales has handled every message of the topic. */
async function caughtUp(): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    await eventually(async () => {
      const [ends, [read]] = await Promise.all([
        admin.fetchTopicOffsets(TOPIC),
        admin.fetchOffsets({ groupId: GROUP, topics: [TOPIC] }),
      ]);
      const at = new Map(read?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
      for (const { partition, high } of ends)
        if (Number(high) > 0) expect(at.get(partition)).toBe(Number(high));
    }, 60_000);
  } finally {
    await admin.disconnect();
  }
}

/** The erasures of these messages again, under new ids, so that no inbox knows them. */
async function publishAgain(received: readonly Received[]): Promise<void> {
  const producer = kafka.producer();
  await producer.connect();
  for (const { key, value, headers } of received)
    await producer.send({
      topic: TOPIC,
      messages: [{ key, value, headers: { ...headers, ce_id: randomUUID() } }],
    });
  await producer.disconnect();
}

test('an erased account is forgotten in sales: once, again, and when its events arrive again in another order', async () => {
  const [email, other] = [`lea-${randomUUID()}@buyer.example`, `max-${randomUUID()}@buyer.example`];
  const first = await mailedBill('lumiere', email);
  const [neighbour, elsewhere] = [await mailedBill('lumiere', other), await mailedBill('comedie', email)];
  const untouched = async () => {
    expect(await neighbour()).toMatchObject({ sentTo: other, buyer: { email: other } });
    expect(await elsewhere()).toMatchObject({ sentTo: email, buyer: { email } });
  };

  const begin = Date.now();
  await eraseAnAccount('lumiere', email);
  await isErased(first);
  // What the law wants on a bill for ten years stays.
  expect((await first()).buyer).toMatchObject({ name: expect.stringMatching(/^Léa Roux/), city: 'Melun' });
  await untouched();

  const second = await mailedBill('lumiere', email);
  await eraseAnAccount('lumiere', email);
  await isErased(second);

  const erasures = (await messagesSince(begin)).filter(
    ({ value }) => topics[TOPIC].decode(value!).event?.$case === 'erased',
  );
  expect(erasures.length).toBeGreaterThanOrEqual(2);
  await publishAgain(erasures.reverse());
  await caughtUp();
  await isErased(first);
  await isErased(second);
  await untouched();
});
