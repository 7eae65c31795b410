// The public pages on a phone of the middle class with a slow mobile network, throttled by Chromium itself; and what each
// page costs in bytes. A plan of 4,800 seats, one of which is picked.
import { chromium } from 'playwright-core';
import { addresses } from '../../dev/lib/addresses.mjs';
import { median } from './lib/rounds.mjs';
import { overBudget } from './lib/byte-budget.mjs';
import { visitPage } from './lib/page-visit.mjs';
import { goal, table } from './lib/report.mjs';
import { openPerformance } from './lib/theatre.mjs';

export const needs = {};

const SEATS = 4_800;
const VISITS = { smoke: 1, measured: 5 };
const GOALS = { lcp: 1_500, cls: 0.02, inp: 100, code: 120 };

/** Picks a free seat of the plan and waits until it is shown as the visitor's. */
async function pickSeat(page) {
  const seat = page.locator('[data-testid=seat-map] .seat[data-state=FREE]').nth(40);
  await seat.waitFor({ timeout: 60_000 });
  await seat.click({ force: true });
  await page.getByTestId('countdown').first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(500);
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
    seats: { path: `/app/reservations/cart/add/${performanceId}`, act: pickSeat },
  };
  return { pages, close, address: (path) => publicUrl + path };
}

const kilobytes = (bytes) => bytes / 1000;

export async function run({ isSmoke }) {
  const { pages, close, address } = await publicPages();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const rows = [];
    const goals = [];
    for (const [name, { path, act }] of Object.entries(pages)) {
      const gzip = await visitPage(browser, address(path), { coding: 'gzip' });
      const over = overBudget(name, gzip.bytes);
      if (over.length > 0) throw new Error(over.join('\n'));
      const visits = [];
      for (let visit = 0; visit < (isSmoke ? VISITS.smoke : VISITS.measured); visit++)
        visits.push(await visitPage(browser, address(path), { isSlow: !isSmoke, act }));
      const middle = (key) => median(visits.map((visit) => visit[key]));
      const { bytes } = gzip;
      const code = kilobytes(bytes.page + bytes.scripts + bytes.styles);
      rows.push([
        name,
        middle('lcp'),
        visits[0].lcpElement,
        middle('cls').toFixed(3),
        act ? middle('inp') : null,
        code,
        kilobytes(bytes.fonts),
        kilobytes(bytes.data),
      ]);
      goals.push(
        goal(`${name}: largest content painted after ms`, middle('lcp'), 'at most', GOALS.lcp),
        goal(`${name}: content moved by (CLS)`, middle('cls'), 'at most', GOALS.cls),
        goal(`${name}: kB of page, scripts and styles, gzip`, code, 'at most', GOALS.code),
        ...(act ? [goal(`${name}: longest press in ms (INP)`, middle('inp'), 'at most', GOALS.inp)] : []),
      );
    }
    table(
      ['phone, slow 4G', 'LCP ms', 'LCP element', 'CLS', 'INP ms', 'code kB', 'fonts kB', 'data kB'],
      rows,
    );
    return goals;
  } finally {
    await browser.close();
    await close();
  }
}
