import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { MessageProviderPact, Verifier, providerWithMetadata } from '@pact-foundation/pact';
import { topics, type Topic } from '@coulisse/contracts';
import { PACTS } from '../support/pact';
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
  await buy('--tenant', 'lumiere', '--seats', '2');
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
