import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { MessageProviderPact, Verifier, providerWithMetadata } from '@pact-foundation/pact';
import { serviceNames, topics, type Topic } from '@coulisse/contracts';
import { PACTS } from '../support/pact';
import { eraseAnAccount } from '../support/public-account';
import { callOk } from '../support/public-api';
import { soldVoucher } from '../support/gift-voucher';
import { buy, eventually, fromStack, getJson, serviceUrl, stackUrl, tokenOf } from '../support/stack';
import { describeMessage, type Expectation, expectations } from './messages';

interface OnSale {
  show: string;
  performance: string;
}

/** The data of the seeded stack behind the pacts' states. */
async function somethingOnSale(): Promise<OnSale> {
  const theatre = await getJson<{ id: string }>('/app-api/configuration/saas-customers/lumiere');
  const { items: shows } = await getJson<{ items: { id: string }[] }>(
    `/app-api/configuration/spectacles/by-saas-customer/${theatre.id}`,
  );
  for (const { id } of shows) {
    const show = await getJson<{ performances: { id: string; onSale: boolean }[] }>(
      `/app-api/configuration/spectacles/${id}`,
    );
    const open = show.performances.find(({ onSale }) => onSale);
    if (open) return { show: id, performance: open.id };
  }
  throw new Error('nothing is on sale');
}

/** Contracts to verify: those of this version, or those of the last release. */
const FOLDER = process.env.RELEASED_PACTS ?? PACTS;

const pactsOf = (provider: string, messages: boolean) =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(`-${provider}.json`))
    .filter(
      (file) =>
        expectations.some(
          (expectation) => `${expectation.consumer}-${expectation.provider}.json` === file,
        ) === messages,
    )
    .map((file) => join(FOLDER, file));

describe.each(serviceNames)('%s fulfils its HTTP contracts', (provider) => {
  test('with every consumer', async () => {
    const onSale = await somethingOnSale();
    const token = await tokenOf('admin@lumiere.example');
    await new Verifier({
      provider,
      providerBaseUrl: serviceUrl(provider),
      pactUrls: pactsOf(provider, false),
      stateHandlers: {
        'the theatre La Lumière': async () => ({}),
        'an administrator of La Lumière': async () => ({}),
        'a show on sale': async () => ({ ...onSale }),
      },
      requestFilter: (request, _response, next) => {
        if (request.headers.authorization) request.headers.authorization = `Bearer ${token}`;
        next();
      },
      logLevel: 'error',
    }).verifyProvider();
  }, 60_000);
});

/** Actions of staff after a sale whose events other services consume: cancel it, and merge two buyers. */
async function changeTheirMind(code: string): Promise<void> {
  const token = await tokenOf('admin@lumiere.example');
  const reservations = '/b/api/prestiscene/reservations';
  const { items } = await callOk<{ items: { id: string }[] }>(
    `${reservations}?f.code.eq=${encodeURIComponent(code)}`,
    { token },
  );
  await callOk(`${reservations}/${items[0]?.id}/transitions/cancel`, { token, method: 'POST', body: {} });
  const company = async () =>
    callOk<{ id: string }>('/b/api/crm/societies', {
      token,
      method: 'POST',
      body: { name: 'Contrat & Cie' },
    });
  const [stays, goes] = [await company(), await company()];
  await callOk(`/b/api/crm/tiers/${stays.id}/merge`, { token, method: 'POST', body: { other: goes.id } });
  for (const { id } of [goes, stays]) await callOk(`/b/api/crm/tiers/${id}`, { token, method: 'DELETE' });
}

/** A bill of a paid reservation: payments learns that the box office has settled it. */
async function billTheReservation(code: string): Promise<void> {
  const token = await tokenOf('admin@lumiere.example');
  const post = <Answer>(path: string, body: object) =>
    callOk<Answer>(`/b/api/${path}`, { token, method: 'POST', body });
  const { items } = await callOk<{ items: { id: string }[] }>(
    `/b/api/prestiscene/reservations?f.code.eq=${encodeURIComponent(code)}`,
    { token },
  );
  const tiers = await post<{ id: string }>('crm/societies', {
    name: 'Contrat facturé & Cie',
    addresses: [{ addressLine1: '1 rue Neuve', zipCode: '1000', city: 'Bruxelles', country: 'BE' }],
  });
  const item = { label: 'Dîner spectacle', quantity: '1', unitPrice: '10', vatRate: '5.5' };
  const bill = await eventually(() =>
    post<{ id: string }>('sale/bills', {
      ...{ title: code, tiers: tiers.id, reservation: items[0]?.id, items: [item] },
    }),
  );
  await post(`sale/bills/${bill.id}/transitions/post`, {});
}

/** A gift voucher that is paid for and cancelled: payments learns what to give back. */
async function cancelAVoucher(): Promise<void> {
  const token = await tokenOf('admin@lumiere.example');
  const voucher = await soldVoucher('lumiere');
  await callOk(`/b/api/prestiscene/gift-vouchers/${voucher.id}/transitions/cancel`, {
    ...{ token, method: 'POST', body: {} },
  });
}

/** A bill that is paid: sales learns from payments which part of a bill a payment settles. */
async function payABill(): Promise<void> {
  const token = await tokenOf('admin@lumiere.example');
  const post = <Answer>(path: string, body: object) =>
    callOk<Answer>(`/b/api/${path}`, { token, method: 'POST', body });
  const tiers = await post<{ id: string }>('crm/societies', {
    name: 'Contrat payé & Cie',
    addresses: [{ addressLine1: '1 rue Neuve', zipCode: '1000', city: 'Bruxelles', country: 'BE' }],
  });
  const item = { label: 'Costumes', quantity: '1', unitPrice: '100', vatRate: '20' };
  const bill = await eventually(() =>
    post<{ id: string }>('sale/bills', { title: 'Location de costumes', tiers: tiers.id, items: [item] }),
  );
  await post(`sale/bills/${bill.id}/transitions/post`, {});
  const payment = await eventually(() =>
    post<{ id: string }>('sale/manual-payments', {
      ...{ tiers: tiers.id, method: 'TRANSFER', date: '2026-01-02', amount: '120.00' },
      items: [{ bill: bill.id, amount: '120.00' }],
    }),
  );
  // Payments refuses a bill as not issued until the event of its posting has reached it.
  await eventually(() => post(`sale/manual-payments/${payment.id}/transitions/valid`, {}));
}

/** Long enough for one failed attempt of a consumer. */
const PUBLISHED_MS = 60_000;

interface Codec {
  decode(bytes: Uint8Array): { event?: { $case: string } };
  toJSON(message: unknown): unknown;
}

/** Tests of consumers leave unreadable messages in the topics: an error here would stop the partition at them. */
function decodedOrNothing(codec: Codec, value: Uint8Array | null): ReturnType<Codec['decode']> | undefined {
  try {
    return codec.decode(value ?? new Uint8Array());
  } catch {
    return undefined;
  }
}

interface PublishedEvents {
  /** Events by topic and case; resolves once one of each that a contract names was published. */
  complete(): Promise<Map<string, unknown[]>>;
  stop(): Promise<void>;
}

/** Reads every event of the topics, as the providers really published them, while the caller goes on. */
async function readPublishedEvents(): Promise<PublishedEvents> {
  const kafka = new Kafka({
    brokers: fromStack('TEST_KAFKA_BROKERS').split(','),
    logLevel: logLevel.NOTHING,
  });
  const consumer = kafka.consumer({ groupId: `contract-${process.pid}-${Date.now()}` });
  const events = new Map<string, unknown[]>();
  await consumer.connect();
  await consumer.subscribe({ topics: Object.keys(topics), fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ topic, message }) => {
      const codec = topics[topic as Topic] as Codec;
      const decoded = decodedOrNothing(codec, message.value);
      if (!decoded) return;
      const name = `${topic} ${decoded.event?.$case}`;
      const earlier = events.get(name);
      if (earlier) earlier.push(codec.toJSON(decoded));
      else events.set(name, [codec.toJSON(decoded)]);
    },
  });
  return {
    complete: async () => {
      try {
        await eventually(async () => {
          const missing = expectations.map(describeMessage).filter((name) => !events.has(name));
          if (missing.length > 0) throw new Error(`nobody published ${missing.join(', ')}`);
        }, PUBLISHED_MS);
      } catch (error) {
        throw new Error(`${String(error)}; failed deliveries: ${await failedDeliveries()}`, { cause: error });
      }
      return events;
    },
    stop: () => consumer.disconnect(),
  };
}

/** What consumers of any service could not apply: why an event that follows another is missing. */
async function failedDeliveries(): Promise<string> {
  const list = async () =>
    callOk('/b/api/failed-deliveries', { token: await tokenOf('super@coulisse.example') });
  return JSON.stringify(await list().catch(String));
}

/** The last event with the fields that a consumer needs: a payment is for a reservation or for a voucher. */
function lastFor(expectation: Expectation, events: ReadonlyMap<string, unknown[]>): unknown {
  const published = events.get(describeMessage(expectation)) as Record<string, object>[] | undefined;
  const has = (message: Record<string, object>) =>
    Object.keys(expectation.needs).every((field) => field in (message[expectation.event] ?? {}));
  return published?.findLast(has) ?? published?.at(-1);
}

/** Actions behind the events that the contracts of messages name. */
async function actAsBuyersAndStaff(): Promise<void> {
  const { reservation } = await buy('--tenant', 'lumiere', '--seats', '2');
  await billTheReservation(reservation);
  await changeTheirMind(reservation);
  await eraseAnAccount('lumiere', `contract-${Date.now().toString(36)}@buyer.example`);
  await payABill();
  await cancelAVoucher();
}

async function eventsOfASale(): Promise<Map<string, unknown[]>> {
  // Read meanwhile: what earlier checks published comes first, and there may be much of it.
  const published = await readPublishedEvents();
  try {
    await actAsBuyersAndStaff();
    return await published.complete();
  } finally {
    await published.stop();
  }
}

test('the events of a sale fulfil every contract of messages', async () => {
  expect(existsSync(FOLDER)).toBe(true);
  const events = await eventsOfASale();
  for (const provider of new Set(expectations.map((expectation) => expectation.provider))) {
    const own = expectations.filter((expectation) => expectation.provider === provider);
    await new MessageProviderPact({
      provider,
      pactUrls: pactsOf(provider, true),
      stateHandlers: { 'a sale went through': async () => undefined },
      messageProviders: Object.fromEntries(
        own.map((expectation) => [
          describeMessage(expectation),
          providerWithMetadata(async () => lastFor(expectation, events), { topic: expectation.topic }),
        ]),
      ),
      logLevel: 'error',
    }).verify();
  }
}, 300_000);

test('the stack responds', async () => {
  expect((await fetch(`${stackUrl()}/health/ready`)).status).toBe(200);
});
