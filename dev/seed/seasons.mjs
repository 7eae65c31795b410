// Three seasons of a demo theatre: performances that were played, and what the desk sold for them and for the next ones.
// Sales are made through the HTTP API, for a date to come, because nothing is sold for a past one; then their dates are moved
// in the databases. That is for demonstrations alone: no program of the product does it.
import { createHash, randomUUID } from 'node:crypto';
import { localDate } from './local-date.mjs';
import { onDatabase } from '../lib/failed-deliveries.mjs';

const DAY_MS = 86_400_000;
/** Days before today of the performances that were played, over two seasons and the beginning of a third. */
const PLAYED = [
  ...[7, 14, 21, 42, 56, 70],
  ...[200, 228, 256, 284, 312, 340, 361],
  ...[565, 600, 635, 670, 705, 725],
];
const SALES_OF_PLAYED = 9;
/** Sales of the last two weeks, for the next performances. */
const RECENT_SALES = 26;
const RECENT_DAYS = 14;
const TOGETHER = 4;
/** Of so many recent sales one is a reservation that is not paid yet. */
const PAID_LATER_EVERY = 8;
/** Paid in some days, at the latest when the performance begins. */
const later = (startsAt) => ({
  kind: 'later',
  deadline: new Date(Math.min(Date.now() + 5 * DAY_MS, Date.parse(startsAt))).toISOString(),
});
/** When somebody comes, before the beginning. */
const ARRIVES_MINUTES = 25;
const METHODS = ['CARD', 'CARD', 'CASH', 'CHEQUE', 'CARD'];

/** A number from 0 until `count`, the same in each run. */
const pick = (text, count) => createHash('sha256').update(text).digest().readUInt32BE() % count;

/** Runs work for each item, a few at a time. */
async function forEach(items, work) {
  const waiting = [...items.entries()];
  const next = async () => {
    for (let taken = waiting.shift(); taken; taken = waiting.shift()) await work(taken[1], taken[0]);
  };
  await Promise.all(Array.from({ length: TOGETHER }, next));
}

/** Sells the best seats to somebody, now and then to a group; null when there is no room for so many. */
async function sell(call, performanceId, buyer, key, isPaidLater) {
  const isGroup = pick(`${key} group`, 4) === 0;
  const count = isGroup ? 10 + pick(`${key} people`, 26) : 2 + pick(`${key} people`, 4);
  const { seats } = await call('POST', `/b/api/configuration/representations/${performanceId}/best-seats`, {
    ...{ count, split: isGroup },
  }).catch(() => ({ seats: [] }));
  if (seats.length === 0) return null;
  const desk = '/b/api/prestiscene/desk';
  // Another sale may have taken them meanwhile.
  const held = await call('POST', `${desk}/representations/${performanceId}/holds`, { seats }).catch(
    () => null,
  );
  if (!held) return null;
  const parts = [{ method: METHODS[pick(`${key} means`, METHODS.length)], amountMinor: held.totalMinor }];
  const { startsAt } = await call('GET', `${desk}/representations/${performanceId}`);
  const { reservation } = await call(
    'POST',
    `${desk}/sales`,
    { ...buyer, payment: isPaidLater ? later(startsAt) : { kind: 'now', parts } },
    { 'idempotency-key': randomUUID(), 'cart-token': held.cart.token },
  );
  return reservation.id;
}

/** A performance with the show, the place and the hours of another one. */
async function copyOf(call, model, date) {
  const { show, room, planId, mealTimes, showTimes, formulas } = await call(
    'GET',
    `/b/api/configuration/representations/${model.id}`,
  );
  return call('POST', '/b/api/configuration/representations', {
    ...{ show: show.id, room: room.id, planId, date, mealTimes, showTimes },
    formulas: formulas.map(({ id }) => id),
    ...{ activeReservation: 'ALL', displayCalendar: 'ALL', isMultiFormule: true },
  });
}

/** Dates of sales in ticketing: of the reservation, its payment, tickets and history. */
const MOVE_SALES = `WITH moved AS (SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) AS m (id, at)),
  reservations AS (UPDATE reservation r SET created_at = m.at, updated_at = m.at FROM moved m WHERE r.id = m.id),
  payments AS (UPDATE reservation_payment p SET at = m.at FROM moved m WHERE p.reservation_id = m.id),
  tickets AS (UPDATE ticket t SET created_at = m.at, numbered_at = m.at FROM moved m WHERE t.reservation_id = m.id)
  UPDATE kit.history h SET at = m.at FROM moved m WHERE h.entity_id = m.id`;
const MOVE_PERFORMANCES = `UPDATE performance p SET date = m.date, starts_at = p.starts_at - (p.date - m.date) * interval '1 day'
  FROM unnest($1::uuid[], $2::date[]) AS m (id, date) WHERE p.id = m.id`;
const ARRIVE = `UPDATE reservation r SET arrived_count = r.number_of_places, arrived_at = p.starts_at - $2::int * interval '1 minute'
  FROM performance p WHERE p.tenant_id = r.tenant_id AND p.id = r.performance_id AND p.id = ANY ($1::uuid[])
  AND r.state = 'VALIDATED'`;
const MOVE_PAYMENTS = `UPDATE payment p SET date = m.at::date, validation_date = m.at::date, created_at = m.at, updated_at = m.at
  FROM unnest($1::uuid[], $2::timestamptz[]) AS m (id, at) WHERE p.reservation_id = m.id`;

/** Runs statements on the database of a service, all of them or none. */
async function change(service, statements) {
  const done = await onDatabase(service, async (client) => {
    await client.query('BEGIN');
    for (const [text, values] of statements) await client.query(text, values);
    await client.query('COMMIT');
    return true;
  });
  if (!done) throw new Error(`the dates of sales were not moved: tables of ${service} are missing`);
}

async function move(sales, played) {
  const ids = sales.map(({ id }) => id);
  const times = sales.map(({ at }) => new Date(at));
  const performances = played.map(({ id }) => id);
  await change('payments', [[MOVE_PAYMENTS, [ids, times]]]);
  await change('ticketing', [
    [MOVE_SALES, [ids, times]],
    [MOVE_PERFORMANCES, [performances, played.map(({ date }) => date)]],
    [ARRIVE, [performances, ARRIVES_MINUTES]],
  ]);
}

/**
 * Makes the seasons of a theatre that has played nothing yet.
 * @param call as the owner of the tenant
 */
export async function seedSeasons(call) {
  const path = '/b/api/configuration/representations';
  const tomorrow = localDate(1);
  const past = await call('GET', `${path}?size=1&f.dateState.eq=PAST`);
  if (past.items.length > 0) return;
  const coming = (await call('GET', `${path}?size=50&sort=date&f.date.gte=${tomorrow}`)).items.filter(
    ({ placesRemaining, isComplete }) => placesRemaining > 50 && !isComplete,
  );
  const people = (await call('GET', '/b/api/crm/tiers?size=100&f.kind.eq=particular')).items;
  if (coming.length === 0 || people.length === 0) return;
  const buyerOf = (key) => {
    const { id, name } = people[pick(key, people.length)];
    const [firstName, ...rest] = name.split(' ');
    const customer = rest.length > 0 ? { firstName, lastName: rest.join(' ') } : { lastName: firstName };
    return { customer, tiers: id };
  };
  const sales = [];
  const sellAt = async (performanceId, key, at, isPaidLater = false) => {
    const id = await sell(call, performanceId, buyerOf(key), key, isPaidLater);
    if (id) sales.push({ id, at });
  };

  const played = [];
  await forEach(PLAYED, async (daysAgo, index) => {
    // Each on a day of its own, so that none is refused as being beside another one.
    const model = coming[index % coming.length];
    const { id } = await copyOf(call, model, localDate(100 + index));
    const date = Date.now() - daysAgo * DAY_MS;
    played.push({ id, date: localDate(-daysAgo) });
    for (let sale = 0; sale < SALES_OF_PLAYED; sale++) {
      const key = `${daysAgo} ${sale}`;
      await sellAt(
        id,
        key,
        date - (1 + pick(`${key} before`, 30)) * DAY_MS - pick(`${key} hour`, 8) * 3_600_000,
      );
    }
  });
  const recent = Array.from({ length: RECENT_SALES }, (_, index) => `recent ${index}`);
  await forEach(recent, (key, index) =>
    sellAt(
      coming[pick(`${key} performance`, coming.length)].id,
      key,
      Date.now() - (index % RECENT_DAYS) * DAY_MS - pick(`${key} minute`, 180) * 60_000,
      index % PAID_LATER_EVERY === 0,
    ),
  );
  await move(sales, played);
  // Closed, as they would be; the search learns of their dates by it.
  await forEach(played, async ({ id }) => {
    const { version } = await call('GET', `${path}/${id}`);
    await call('PATCH', `${path}/${id}`, { onlineReservationClosed: true }, { 'if-match': `"${version}"` });
  });
  console.log(`${played.length} performances that were played, ${sales.length} sales`);
}
