import { calls, match, pactBetween } from '../support/pact';

const { eachLike, integer, like, regex, uuid } = match;
const bearer = { Authorization: regex(/^Bearer .+/, 'Bearer token') };
const get = async (url: string) => {
  const answer = await fetch(url, { headers: { authorization: 'Bearer token' } });
  return (await answer.json()) as Record<string, unknown>;
};

test('the shell reads the current user from identity', async () => {
  await pactBetween('shell', 'identity')
    .addInteraction()
    .given('an administrator of La Lumière')
    .uponReceiving('who am I')
    .withRequest('GET', '/b/api/core/me', (request) => request.headers(bearer))
    .willRespondWith(200, (answer) =>
      answer.jsonBody({
        id: uuid(),
        displayName: like('Helena Brasseur'),
        role: like('ADMINISTRATOR'),
        rights: eachLike('crm.*'),
        language: regex(/^(fr|en)$/, 'fr'),
        tenant: { id: uuid(), name: like('La Lumière'), slug: like('lumiere') },
      }),
    )
    .executeTest(
      calls(async (url) => {
        expect(await get(`${url}/b/api/core/me`)).toMatchObject({ role: 'ADMINISTRATOR' });
      }),
    );
});

test('the screens of the third parties read a page of crm', async () => {
  await pactBetween('crm-screens', 'crm')
    .addInteraction()
    .given('an administrator of La Lumière')
    .uponReceiving('a page of third parties')
    .withRequest('GET', '/b/api/crm/tiers', (request) => request.query({ size: '2' }).headers(bearer))
    .willRespondWith(200, (answer) =>
      answer.jsonBody({
        items: eachLike({
          id: uuid(),
          kind: regex(/^[a-z]+$/, 'society'),
          name: like('Alvéo'),
          version: integer(1),
        }),
        page: { size: integer(2), total: integer(6) },
      }),
    )
    .executeTest(
      calls(async (url) => {
        expect(await get(`${url}/b/api/crm/tiers?size=2`)).toMatchObject({ page: { size: 2 } });
      }),
    );
});

describe.each(['identity', 'crm', 'ticketing', 'payments', 'documents', 'notifications'])(
  'the gateway joins, of %s,',
  (provider) => {
    test('its resources and its API document', async () => {
      const pact = pactBetween('gateway', provider);
      await pact
        .addInteraction()
        .given('an administrator of La Lumière')
        .uponReceiving('the descriptors of resources')
        .withRequest('GET', '/_resources', (request) => request.headers(bearer))
        .willRespondWith(200, (answer) =>
          answer.jsonBody({
            resources: eachLike({
              name: regex(/^[a-z]+\.[a-z-]+$/, `${provider}.thing`),
              path: regex(/^\/b\/api\/.+$/, '/b/api/thing'),
              label: { fr: like('Chose'), en: like('Thing') },
              fields: eachLike({ name: like('name'), type: like('text') }),
            }),
          }),
        )
        .executeTest(
          calls(async (url) => {
            expect((await get(`${url}/_resources`)).resources).toHaveLength(1);
          }),
        );
      await pact
        .addInteraction()
        .given('an administrator of La Lumière')
        .uponReceiving('the API document')
        .withRequest('GET', '/openapi.json')
        .willRespondWith(200, (answer) =>
          answer.jsonBody({ openapi: regex(/^3\.1.*$/, '3.1.0'), paths: like({}) }),
        )
        .executeTest(
          calls(async (url) => {
            expect(await get(`${url}/openapi.json`)).toMatchObject({ openapi: '3.1.0' });
          }),
        );
    });
  },
);
