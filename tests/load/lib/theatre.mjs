// A performance of a large room in the smaller demo theatre, with everything that a sale needs, and no seat sold.
import { randomBytes } from 'node:crypto';
import { DEMO_PASSWORD } from '../../../dev/demo.mjs';
import { jsonCaller } from '../../../dev/lib/json-call.mjs';
import { accessToken } from '../../../dev/lib/keycloak-client.mjs';
import { PORTS } from '../../../dev/lib/settings.mjs';

const gateway = `http://localhost:${PORTS.gateway}`;
const SEATS_PER_ROW = 80;
const DAYS_AHEAD = 30;

/** Rows that a block has at most. */
const ROWS_PER_BLOCK = 60;
const ROW_SPACING = 28;

const letters = (row) =>
  row < 26
    ? String.fromCharCode(65 + row)
    : letters(Math.floor(row / 26) - 1) + String.fromCharCode(65 + (row % 26));

/** Blocks behind each other, with `rows` rows in all; a curve makes the coordinates of a row differ, as in a real hall. */
const blocksOf = (categoryId, rows, curve) =>
  Array.from({ length: Math.ceil(rows / ROWS_PER_BLOCK) }, (_, index) => ({
    id: `block-${index}`,
    name: `Orchestre ${index + 1}`,
    categoryId,
    rows: Math.min(ROWS_PER_BLOCK, rows - index * ROWS_PER_BLOCK),
    seatsPerRow: SEATS_PER_ROW,
    firstRow: letters(index * ROWS_PER_BLOCK),
    firstSeat: 1,
    x: 0,
    y: index * ROWS_PER_BLOCK * ROW_SPACING,
    rowSpacing: ROW_SPACING,
    seatSpacing: 26,
    curve,
    rotation: 0,
    numbering: 'LEFT_TO_RIGHT',
    aisleAfter: [],
    accessible: [],
  }));

/**
 * Opens the sale of a performance with at least `seats` seats, in rows of eighty.
 * @param {number} seats @param {{ curve?: number, fields?: object }} [shape] `fields` of the performance, beside the usual ones
 * @returns {Promise<{ tenantId: string, performanceId: string, seats: { id: string, row: string }[], close: () => Promise<void> }>}
 *   `close` ends the sale of the performance, which stays with its reservations.
 */
export async function openPerformance(seats, { curve = 0, fields = {} } = {}) {
  const login = () => accessToken('admin@comedie.example', DEMO_PASSWORD);
  let token = await login();
  const call = jsonCaller(gateway);
  const staff = (method, path, body, headers = {}) =>
    call(method, `/b/api/configuration/${path}`, body, { ...headers, authorization: `Bearer ${token}` });
  const name = `Charge ${randomBytes(4).toString('hex')}`;
  const category = await staff('POST', 'categories', { name, color: '#2f7f8f' });
  const formula = await staff('POST', 'formules', {
    name,
    category: category.id,
    ticketName: 'Spectacle',
    ticketPriceTTC: '69.00',
    vatBreakdown: [{ label: 'Spectacle', rate: '5.50', amountTTC: '69.00' }],
    minimumNumberOfPeople: 1,
    isVisibleToPublic: true,
  });
  const room = await staff('POST', 'salles', { name });
  const blocks = blocksOf(category.id, Math.ceil(seats / SEATS_PER_ROW), curve);
  const plan = await staff('POST', `salles/${room.id}/plans`, { name, blocks });
  const show = await staff('POST', 'spectacles', {
    name,
    color: '#5b2d86',
    placement: 'CUSTOMER',
    displaySeatNumber: true,
  });
  const performance = await staff('POST', 'representations', {
    show: show.id,
    room: room.id,
    planId: plan.id,
    date: new Date(Date.now() + DAYS_AHEAD * 86_400_000).toISOString().slice(0, 10),
    mealTimes: [],
    showTimes: ['20:00'],
    formulas: [formula.id],
    activeReservation: 'ALL',
    displayCalendar: 'ALL',
    isMultiFormule: true,
    ...fields,
  });
  const theatre = await call('GET', '/app-api/configuration/saas-customers/comedie');
  const drawn = await call('GET', `/app-api/configuration/representations/${performance.id}/plan`);
  return {
    tenantId: theatre.id,
    performanceId: performance.id,
    seats: drawn.seats.map(({ id, row }) => ({ id, row })),
    async close() {
      // A sale on a full machine takes longer than a token lives.
      token = await login();
      const { version } = await staff('GET', `representations/${performance.id}`);
      const headers = { 'if-match': `"${version}"` };
      await staff('PATCH', `representations/${performance.id}`, { onlineReservationClosed: true }, headers);
    },
  };
}
