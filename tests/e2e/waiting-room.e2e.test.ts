import type { Browser } from 'playwright-core';
import { callOk } from '../support/public-api';
import { changePerformance, newPerformance } from '../support/performance';
import { ADMINISTRATOR } from '../support/staff';
import { eventually, stackUrl, tokenOf } from '../support/stack';
import { DESKTOP, launch, PHONE, picture, visitor } from './browser';

const LATE = 90_000;

let browser: Browser;
let performance = '';
const page = () => `${stackUrl()}/app/reservations/cart/add/${performance}`;
const staff = async <T>(path: string) => callOk<T>(path, { token: await tokenOf(ADMINISTRATOR) });
const change = async (values: object): Promise<void> =>
  changePerformance(await tokenOf(ADMINISTRATOR), performance, values);

beforeAll(async () => {
  browser = await launch();
  performance = await newPerformance(await tokenOf(ADMINISTRATOR), { waitingRoomBuyers: 1 });
}, 120_000);
afterAll(async () => {
  if (performance) await change({ activeReservation: 'NO', displayCalendar: 'ADMIN' });
  await browser?.close();
}, 60_000);

test('the room opens by itself: the second buyer waits, keeps the place over a reload, and enters by itself', async () => {
  const first = await visitor(browser, DESKTOP);
  await first.page.goto(page());
  await first.page.getByTestId('seat-map').waitFor();
  expect(await first.page.getByTestId('waiting-room').count()).toBe(0);

  const second = await visitor(browser, PHONE);
  await second.page.goto(page());
  await second.page.getByTestId('waiting-room').waitFor();
  expect(await second.page.getByTestId('waiting-position').innerText()).toBe('1');
  await picture(second.page, 'waiting-room-phone');
  const third = await visitor(browser, DESKTOP, 'en-GB');
  await third.page.goto(page());
  await third.page.getByTestId('waiting-position').filter({ hasText: '2' }).waitFor();
  await picture(third.page, 'waiting-room-desktop');

  await second.page.reload();
  await second.page.getByTestId('waiting-position').filter({ hasText: '1' }).waitFor();
  const [cookie] = (
    await second.context.cookies(`${stackUrl()}/app-api/configuration/representations/${performance}/holds`)
  ).filter(({ name }) => name === 'waiting');
  expect(cookie).toMatchObject({ httpOnly: true });

  // The first buyer leaves without seats, inside the application.
  await first.page.locator(`a[href$="/theatres/lumiere"]`).first().click();
  await second.page.getByTestId('seat-map').waitFor({ timeout: LATE });
  expect(await third.page.getByTestId('waiting-room').count()).toBe(1);
  for (const { consoleErrors, context } of [first, second, third]) {
    expect(consoleErrors).toEqual([]);
    await context.close();
  }
}, 240_000);

test('a choice that the waiting room refuses is kept, and held at admission', async () => {
  await change({ waitingRoomBuyers: 1_000, waitingRoom: 'AUTO' });
  const buyer = await visitor(browser, DESKTOP);
  await buyer.page.goto(page());
  await buyer.page.getByTestId('seat-map').waitFor();
  // While the plan is open the place ends, and others fill the room.
  await change({ waitingRoom: 'ON', waitingRoomBuyers: 1 });
  const cookies = await buyer.context.cookies();
  await buyer.context.clearCookies({ name: 'waiting' });
  expect(cookies.some(({ name }) => name === 'sid')).toBe(true);
  const path = `/b/api/configuration/representations/${performance}/waiting-room`;
  await eventually(async () => {
    const { isOpen } = await staff<{ isOpen: boolean }>(path);
    if (!isOpen) throw new Error('the room is not open yet');
  });
  // The view of the replica is a second old at most.
  await eventually(async () => {
    const { isWaitingRoomOpen } = await callOk<{ isWaitingRoomOpen: boolean }>(
      `/app-api/configuration/representations/${performance}`,
    );
    if (!isWaitingRoomOpen) throw new Error('the room is not open yet');
  });
  await buyer.page.getByTestId('seat-list-tab').click();
  await buyer.page.locator('.seat-row button[data-state="FREE"]').first().click();
  await buyer.page.getByTestId('waiting-room').waitFor();
  await buyer.page.getByText('Les places que vous avez choisies').waitFor();
  await change({ waitingRoomBuyers: 1_000 });
  await buyer.page.getByTestId('continue').waitFor({ timeout: LATE });
  await eventually(async () => {
    if (await buyer.page.getByTestId('continue').isDisabled()) throw new Error('the seats are not held yet');
  });
  expect(buyer.consoleErrors).toEqual([]);
  await buyer.context.close();
}, 240_000);

test('staff see the room on the page of the performance', async () => {
  const summary = await staff<{ mode: string; buyers: number }>(
    `/b/api/configuration/representations/${performance}/waiting-room`,
  );
  expect(summary).toMatchObject({ mode: 'ON', buyers: 1_000 });
});
