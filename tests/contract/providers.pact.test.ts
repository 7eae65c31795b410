import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { MessageProviderPact, Verifier, providerWithMetadata } from '@pact-foundation/pact';
import { topics, type Topic } from '@coulisse/contracts';
import { PACTS } from '../support/pact';
import { get } from '../support/public-api';
import { buy, eventually, fromStack, getJson, serviceUrl, stackUrl, tokenOf } from '../support/stack';
import { describeMessage, expectations } from './messages';

interface OnSale {
  show: string;
  performance: string;
}

/** What the pacts' states stand for in the seeded stack. */
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

const pactsOf = (provider: string, messages: boolean) =>
  readdirSync(PACTS)
    .filter((file) => file.endsWith(`-${provider}.json`))
    .filter(
      (file) => expectations.some((one) => `${one.consumer}-${one.provider}.json` === file) === messages,
    )
    .map((file) => join(PACTS, file));

describe.each(['identity', 'crm', 'ticketing', 'payments', 'documents', 'notifications'])(
  '%s keeps its HTTP contracts',
  (provider) => {
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
  },
);

/** What staff do once a sale went through, and other services hear of: take it back, and make one buyer of two. */
async function changeTheirMind(code: string): Promise<void> {
  const token = await tokenOf('admin@lumiere.example');
  const reservations = '/b/api/prestiscene/reservations';
  const { items } = await get<{ items: { id: string }[] }>(
    `${reservations}?f.code.eq=${encodeURIComponent(code)}`,
    { token },
  );
  await get(`${reservations}/${items[0]?.id}/transitions/cancel`, { token, method: 'POST', body: {} });
  const company = async () =>
    get<{ id: string }>('/b/api/crm/societies', { token, method: 'POST', body: { name: 'Contrat & Cie' } });
  const [stays, goes] = [await company(), await company()];
  await get(`/b/api/crm/tiers/${stays.id}/merge`, { token, method: 'POST', body: { other: goes.id } });
  for (const { id } of [goes, stays]) await get(`/b/api/crm/tiers/${id}`, { token, method: 'DELETE' });
}

/** Somebody asks for an account: the mail with the link is written by what identity publishes. */
async function askForAnAccount(): Promise<void> {
  const { id: tenantId } = await getJson<{ id: string }>('/app-api/configuration/saas-customers/lumiere');
  const email = `contract-${Date.now().toString(36)}@buyer.example`;
  const body = { tenantId, email, firstName: 'Léa', lastName: 'Moreau' };
  await get('/app-api/session/register', { body, headers: { 'sec-fetch-site': 'same-origin' } });
}

/** Every event of the topics by its topic and case, as the providers really published them. */
async function publishedEvents(): Promise<Map<string, unknown[]>> {
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
      const codec = topics[topic as Topic] as {
        decode(bytes: Uint8Array): { event?: { $case: string } };
        toJSON(message: unknown): unknown;
      };
      const decoded = codec.decode(message.value ?? new Uint8Array());
      const name = `${topic} ${decoded.event?.$case}`;
      events.set(name, [...(events.get(name) ?? []), codec.toJSON(decoded)]);
    },
  });
  try {
    await eventually(async () => {
      const missing = expectations.map(describeMessage).filter((name) => !events.has(name));
      if (missing.length > 0) throw new Error(`nobody published ${missing.join(', ')}`);
    }, 60_000);
  } finally {
    await consumer.disconnect();
  }
  return events;
}

test('what the services publish in a sale keeps every contract of messages', async () => {
  expect(existsSync(PACTS)).toBe(true);
  const { reservation } = await buy('--tenant', 'lumiere', '--seats', '2');
  await changeTheirMind(reservation);
  await askForAnAccount();
  const events = await publishedEvents();
  for (const provider of new Set(expectations.map((one) => one.provider))) {
    const own = expectations.filter((one) => one.provider === provider);
    await new MessageProviderPact({
      provider,
      pactUrls: pactsOf(provider, true),
      stateHandlers: { 'a sale went through': async () => undefined },
      messageProviders: Object.fromEntries(
        own.map((one) => [
          describeMessage(one),
          providerWithMetadata(async () => events.get(describeMessage(one))?.at(-1), { topic: one.topic }),
        ]),
      ),
      logLevel: 'error',
    }).verify();
  }
}, 180_000);

test('the stack answers', async () => {
  expect((await fetch(`${stackUrl()}/health/ready`)).status).toBe(200);
});
