import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { violations } from '../screens/violations';
import { mailedLink } from '../support/mailbox';
import { changePerformance, newPerformance } from '../support/performance';
import { ADMINISTRATOR } from '../support/staff';
import { stackUrl, tokenOf } from '../support/stack';
import { launch, PHONE, picture, visitor } from './browser';

const LATE = 120_000;

let browser: Browser;
let token: string;
let performance: string | undefined;

beforeAll(async () => {
  browser = await launch();
  token = await tokenOf(ADMINISTRATOR);
}, 60_000);
afterAll(async () => {
  if (performance)
    await changePerformance(token, performance, { activeReservation: 'NO', displayCalendar: 'ADMIN' });
  await browser?.close();
}, 60_000);

const linkIn = (email: string, subject: RegExp) => mailedLink(email, subject, 'w');

test(
  'a visitor joins the list of a sold-out date, sees the place in it, and buys the seats that are offered',
  async () => {
    performance = await newPerformance(token, { isComplete: true });
    const email = `${randomUUID()}@buyer.example`;
    const { page, context, consoleErrors } = await visitor(browser, PHONE);
    await page.goto(`${stackUrl()}/app/waiting-list/${performance}`);
    await page.fill('[name=email]', email);
    await page.fill('[name=firstName]', 'Zoé');
    await page.fill('[name=lastName]', 'Martin & fils');
    for (const box of await page.locator('[data-testid=waiting-list-form] input[type=checkbox]').all())
      await box.check();
    await page.getByTestId('waiting-list-join').click();
    await page.getByTestId('waiting-list-joined').waitFor();

    await page.goto(await linkIn(email, /^Liste d’attente/));
    await page.locator('[data-testid=waiting-entry][data-state=WAITING]').waitFor();
    expect(await page.getByTestId('waiting-place').innerText()).toMatch(/^1\b/);
    expect(await violations(page)).toEqual([]);

    await changePerformance(token, performance, { isComplete: false });
    await page.goto('about:blank');
    await page.goto(await linkIn(email, /^Des places se libèrent/));
    await page.locator('[data-testid=waiting-entry][data-state=OFFERED]').waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'waiting-list-offer');
    await page.getByTestId('waiting-offer-buy').click();
    await page.waitForURL(/\/edit-customer$/);
    expect(await page.inputValue('[name=email]')).toBe(email);
    await page.getByTestId('pay').waitFor();
    await picture(page, 'waiting-list-checkout');
    expect(consoleErrors).toEqual([]);
    await context.close();
  },
  LATE,
);
