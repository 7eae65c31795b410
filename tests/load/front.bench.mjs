// The public pages on a phone of the middle class with a slow mobile network, throttled by Chromium itself; and what each
// page costs in bytes. A plan of 4,800 seats, some of which are picked, on a phone and on a desktop.
import { chromium } from 'playwright-core';
import { addresses } from '../../dev/lib/addresses.mjs';
import { buyAsGuest } from './lib/guest-purchase.mjs';
import { median } from './lib/rounds.mjs';
import { overBudget } from './lib/byte-budget.mjs';
import { visitPage } from './lib/page-visit.mjs';
import { goal, table } from './lib/report.mjs';
import { openPerformance } from './lib/theatre.mjs';

export const needs = {};

const SEATS = 4_800;
const VISITS = { smoke: 1, measured: 5 };
const GOALS = { lcp: 1_500, cls: 0.02, inp: 100, code: 120, purchaseSeconds: 60, taps: 8, fields: 3 };

const PICKS = { smoke: 1, measured: 12 };
/** Time between two picks: what follows a pick is over. */
const PAUSE_MS = 1_200;
const SCREENS = ['phone', 'desktop'];

/** Picks free seats all over the plan, one after the other. @returns how long each press took, in ms */
async function pickSeats(page, screen, count) {
  const times = [];
  await page.locator('[data-testid=seat-map] .seat').first().waitFor({ timeout: 60_000 });
  for (let pick = 0; pick < count; pick++) {
    const { x, y } = await page.evaluate(freeSeatInSight, pick);
    if (screen === 'phone') await page.touchscreen.tap(x, y);
    else await page.mouse.click(x, y, { delay: 60 });
    await page.waitForTimeout(PAUSE_MS);
    times.push(await page.evaluate(() => Math.max(0, ...globalThis.vitals.presses)));
  }
  await page.getByTestId('countdown').first().waitFor({ timeout: 60_000 });
  return times;
}

/** Runs in the page: the middle of a free seat that nothing covers; the presses until then are forgotten. */
function freeSeatInSight(pick) {
  globalThis.vitals.presses.length = 0;
  const middles = [...globalThis.document.querySelectorAll('.seat[data-state=FREE]')].flatMap((seat) => {
    const { x, y, width, height } = seat.getBoundingClientRect();
    const middle = { x: x + width / 2, y: y + height / 2 };
    return globalThis.document.elementFromPoint(middle.x, middle.y) === seat ? [middle] : [];
  });
  return middles[(40 + pick * 37) % middles.length];
}

/** The median press on a seat, with a quarter of the processor. */
async function pickTime(browser, address, screen, count) {
  let times = [];
  const act = async (page) => (times = await pickSeats(page, screen, count));
  await visitPage(browser, address, { screen, isSlow: true, act });
  return median(times);
}

/** A purchase from the page of the show on, with the pauses of a practised person. */
async function guestPurchase(browser, address, performanceId, isSlow) {
  let purchase = { seconds: NaN, taps: NaN, fields: NaN };
  const act = async (page) => (purchase = await buyAsGuest(page, performanceId));
  await visitPage(browser, address, { isSlow, act });
  return purchase;
}

async function publicPages() {
  const { publicUrl } = addresses();
  const get = async (path) => (await fetch(publicUrl + path)).json();
  const { performanceId, close } = await openPerformance(SEATS);
  const { show, organiser } = await get(`/app-api/configuration/representations/${performanceId}`);
  const pages = {
    home: { path: '/app' },
    theatre: { path: `/app/theatres/${organiser.slug}` },
    show: { path: `/app/spectacles/${show.id}` },
    seats: { path: `/app/reservations/cart/add/${performanceId}` },
  };
  return { pages, performanceId, close, address: (path) => publicUrl + path };
}

/** Of 1,024 bytes, as the goals and the budgets of `lib/byte-budget.mjs`. */
const kilobytes = (bytes) => bytes / 1024;

export async function run({ isSmoke }) {
  const { pages, performanceId, close, address } = await publicPages();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const rows = [];
    const goals = [];
    for (const [name, { path }] of Object.entries(pages)) {
      const gzip = await visitPage(browser, address(path), { coding: 'gzip' });
      const over = overBudget(name, gzip.bytes);
      if (over.length > 0) throw new Error(over.join('\n'));
      const visits = [];
      for (let visit = 0; visit < (isSmoke ? VISITS.smoke : VISITS.measured); visit++)
        visits.push(await visitPage(browser, address(path), { isSlow: !isSmoke }));
      const middle = (key) => median(visits.map((visit) => visit[key]));
      const { bytes } = gzip;
      const code = kilobytes(bytes.page + bytes.scripts + bytes.styles);
      rows.push([
        name,
        middle('lcp'),
        visits[0].lcpElement,
        middle('cls').toFixed(3),
        code,
        kilobytes(bytes.fonts),
        kilobytes(bytes.data),
      ]);
      goals.push(
        goal(`${name}: largest content painted after ms`, middle('lcp'), 'at most', GOALS.lcp),
        goal(`${name}: content moved by (CLS)`, middle('cls'), 'at most', GOALS.cls),
        goal(`${name}: kB of page, scripts and styles, gzip`, code, 'at most', GOALS.code),
      );
    }
    table(['phone, slow 4G', 'LCP ms', 'LCP element', 'CLS', 'code kB', 'fonts kB', 'data kB'], rows);
    const picks = [];
    for (const screen of SCREENS) {
      const count = isSmoke ? PICKS.smoke : PICKS.measured;
      const time = await pickTime(browser, address(pages.seats.path), screen, count);
      picks.push([screen, count, time]);
      goals.push(goal(`seats, ${screen}: a press in ms (INP, median)`, time, 'at most', GOALS.inp));
    }
    table(['a picked seat', 'picks', 'INP ms'], picks);
    const bought = await guestPurchase(browser, address(pages.show.path), performanceId, !isSmoke);
    table(
      ['a purchase of a guest', 'taps', 'fields'],
      [[`${bought.seconds.toFixed(1)} s`, bought.taps, bought.fields]],
    );
    goals.push(
      goal('a purchase of a guest, in seconds', bought.seconds, 'at most', GOALS.purchaseSeconds),
      goal('its taps', bought.taps, 'at most', GOALS.taps),
      goal('its fields', bought.fields, 'at most', GOALS.fields),
    );
    return goals;
  } finally {
    await browser.close();
    await close();
  }
}
