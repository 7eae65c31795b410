import { amount, calls, localDate, match, pactBetween } from '../support/pact';

const { eachLike, fromProviderState, integer, like, regex, uuid } = match;
const THEATRE = '0192f000-0000-7000-8000-000000000001';
const PERFORMANCE = '0192f000-0000-7000-8000-000000000002';
const SHOW = '0192f000-0000-7000-8000-000000000003';
const pact = pactBetween('public-front', 'ticketing');

/** Fields that the public front reads of a response; others may be added, a missing one would break its pages. */
const organiser = { id: uuid(THEATRE), name: like('La Lumière'), slug: like('lumiere'), city: like('Meaux') };
const performance = {
  id: uuid(PERFORMANCE),
  date: localDate('2026-12-12'),
  startsAt: regex(/^\d{4}-\d{2}-\d{2}T.*Z$/, '2026-12-12T19:30:00.000Z'),
  showTimes: eachLike(regex(/^\d{2}:\d{2}$/, '20:30')),
  onSale: like(true),
  availability: regex(/^(FREE|FEW|FULL)$/, 'FREE'),
  placesRemaining: integer(120),
  lowestPrice: amount('49.00'),
};

const read = async (url: string, init?: RequestInit) => {
  const answer = await fetch(url, init);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

describe('the public front reads', () => {
  test('a tenant by its short name', async () => {
    await pact
      .addInteraction()
      .given('the theatre La Lumière')
      .uponReceiving('a theatre by its short name')
      .withRequest('GET', '/app-api/configuration/saas-customers/lumiere')
      .willRespondWith(200, (answer) => answer.jsonBody(organiser))
      .executeTest(
        calls(async (url) => {
          const { body } = await read(`${url}/app-api/configuration/saas-customers/lumiere`);
          expect(body).toMatchObject({ slug: 'lumiere' });
        }),
      );
  });

  test('a show with its performances', async () => {
    await pact
      .addInteraction()
      .given('a show on sale')
      .uponReceiving('a show with its performances')
      .withRequest(
        'GET',
        fromProviderState(
          '/app-api/configuration/spectacles/${show}',
          `/app-api/configuration/spectacles/${SHOW}`,
        ),
      )
      .willRespondWith(200, (answer) =>
        answer.jsonBody({
          id: uuid(SHOW),
          name: like('Nuit blanche à Paris'),
          organiser,
          performances: eachLike(performance),
        }),
      )
      .executeTest(
        calls(async (url) => {
          const { body } = await read(`${url}/app-api/configuration/spectacles/${SHOW}`);
          expect(body.performances).toHaveLength(1);
        }),
      );
  });

  test('the plan of a performance', async () => {
    const seat = {
      id: uuid(),
      row: like('B'),
      number: like('12'),
      categoryId: uuid(),
      x: like(12.5),
      y: like(40.5),
      isPmr: like(false),
      state: regex(/^(FREE|HELD|SOLD|BLOCKED|MINE)$/, 'FREE'),
    };
    await pact
      .addInteraction()
      .given('a show on sale')
      .uponReceiving('the plan of a performance')
      .withRequest(
        'GET',
        fromProviderState(
          '/app-api/configuration/representations/${performance}/plan',
          `/app-api/configuration/representations/${PERFORMANCE}/plan`,
        ),
      )
      .willRespondWith(200, (answer) =>
        answer.jsonBody({
          performanceId: uuid(PERFORMANCE),
          categories: eachLike({
            id: uuid(),
            name: like('Carré Or'),
            color: regex(/^#[0-9a-f]{6}$/, '#c98211'),
          }),
          seats: eachLike(seat),
        }),
      )
      .executeTest(
        calls(async (url) => {
          const { body } = await read(`${url}/app-api/configuration/representations/${PERFORMANCE}/plan`);
          expect(body.seats).toHaveLength(1);
        }),
      );
  });

  test('the formulas of a performance', async () => {
    await pact
      .addInteraction()
      .given('a show on sale')
      .uponReceiving('the formulas of a performance')
      .withRequest(
        'GET',
        fromProviderState(
          '/app-api/configuration/representations/${performance}/formules',
          `/app-api/configuration/representations/${PERFORMANCE}/formules`,
        ),
      )
      .willRespondWith(200, (answer) =>
        answer.jsonBody({
          items: eachLike({
            id: uuid(),
            name: like('Dîner-spectacle'),
            categoryId: uuid(),
            categoryName: like('Carré Or'),
            priceTTC: amount('89.00'),
            priceMinor: integer(8900),
          }),
        }),
      )
      .executeTest(
        calls(async (url) => {
          const { body } = await read(`${url}/app-api/configuration/representations/${PERFORMANCE}/formules`);
          expect(body.items).toHaveLength(1);
        }),
      );
  });

  test('a refusal as a problem that names the field', async () => {
    const path = `/app-api/configuration/representations/${PERFORMANCE}/holds`;
    await pact
      .addInteraction()
      .given('a show on sale')
      .uponReceiving('a hold of no seat')
      .withRequest(
        'POST',
        fromProviderState('/app-api/configuration/representations/${performance}/holds', path),
        (request) => request.headers({ 'Accept-Language': 'en' }).jsonBody({ seats: [] }),
      )
      .willRespondWith(422, (answer) =>
        answer
          .headers({ 'Content-Type': regex(/^application\/problem\+json.*$/, 'application/problem+json') })
          .jsonBody({ code: like('hold.empty'), detail: like('Choose at least one seat.'), status: 422 }),
      )
      .executeTest(
        calls(async (url) => {
          const { status, body } = await read(url + path, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'accept-language': 'en' },
            body: '{"seats":[]}',
          });
          expect({ status, code: body.code }).toEqual({ status: 422, code: 'hold.empty' });
        }),
      );
  });
});
