import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { contextOf, type Look } from '../screens/screens';
import { violations } from '../screens/violations';
import { inDatabaseOf } from '../support/service-database';
import { ADMINISTRATOR } from '../support/staff';
import { fromStack } from '../support/stack';
import { DESKTOP, launch, login, open, PHONE, picture } from './browser';

jest.setTimeout(180_000);
let browser: Browser;
let tenantId: string;
beforeAll(async () => {
  browser = await launch();
  const [customer] = await inDatabaseOf<{ id: string }>(
    'identity',
    `SELECT id FROM saas_customer WHERE slug = 'lumiere'`,
  );
  tenantId = customer!.id;
});
afterAll(() => browser?.close());

/** A job of crm that failed for good; its key makes it another one than those of the product. */
async function addFailedJob(kind = 'crm.refresh-loyalties'): Promise<string> {
  const [job] = await inDatabaseOf<{ id: string }>(
    'crm',
    `INSERT INTO kit.job (id, tenant_id, kind, state, input, actor, owner_id, attempts, job_key, error_code,
       started_at, finished_at)
     VALUES (uuidv7(), $1, $3, 'FAILED', '{}', '{}', 'system', 8, $2, 'service.unavailable',
       now() - interval '2 minutes', now() - interval '1 minute')
     RETURNING id`,
    [tenantId, randomUUID(), kind],
  );
  return job!.id;
}
const stateOf = async (id: string): Promise<string | undefined> =>
  (await inDatabaseOf<{ state: string }>('crm', 'SELECT state FROM kit.job WHERE id = $1', [id]))[0]?.state;

/** A planned time of yesterday that nobody kept, and the run that made up for it. */
const addMissedRun = () =>
  inDatabaseOf(
    'crm',
    `INSERT INTO kit.schedule_run (id, tenant_id, schedule, planned_at, at, missed, job_id)
     VALUES (uuidv7(), $1, 'crm.refresh-loyalties-daily', date_trunc('day', now()) - interval '22 hours',
       date_trunc('day', now()) - interval '17 hours', 1, gen_random_uuid())
     ON CONFLICT DO NOTHING`,
    [tenantId],
  );

const rowOf = (page: Page, id: string): Locator => page.locator(`[data-job="${id}"]`);

const LOOKS: [string, Look, Record<'retry' | 'stop' | 'label' | 'error' | 'unknown', RegExp>][] = [
  [
    'on a desktop, in French',
    { language: 'fr', theme: 'light', width: DESKTOP.width },
    {
      retry: /^Relancer/,
      stop: /^Arrêter/,
      label: /fidélité/,
      error: /indisponible/,
      unknown: /n’existe plus/,
    },
  ],
  [
    'on a phone, in English, in the dark',
    { language: 'en', theme: 'dark', width: PHONE.width },
    {
      retry: /^Start again/,
      stop: /^Stop/,
      label: /Loyalty/,
      error: /unavailable/,
      unknown: /no longer exists/,
    },
  ],
];

test.each(LOOKS)(
  'a failed job is listed with its error, started again, and ends; schedules say when they run, %s',
  async (_title, look, words) => {
    const context = await contextOf(browser, look);
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    const consoleErrors: string[] = [];
    page.on('pageerror', (error) => consoleErrors.push(error.message));
    const [again, stopped] = [await addFailedJob(), await addFailedJob()];
    await addMissedRun();
    try {
      await login(page, ADMINISTRATOR, fromStack('TEST_DEMO_PASSWORD'));
      await page.getByTestId('person-menu').waitFor();
      await open(page, 'core/background-jobs?service=crm');

      const row = rowOf(page, again);
      await row.waitFor();
      expect(await row.locator('strong').innerText()).toMatch(words.label);
      expect(await row.innerText()).toMatch(words.error);
      // Codes are folded away.
      expect(await row.getByText('service.unavailable').isVisible()).toBe(false);
      await row.locator('summary').click();
      expect(await row.getByText('service.unavailable').isVisible()).toBe(true);
      expect(await violations(page)).toEqual([]);

      await row.getByRole('button', { name: words.retry }).click();
      await row.waitFor({ state: 'detached' });
      await page.getByTestId('job-state').selectOption('DONE');
      await rowOf(page, again).waitFor();
      expect(await stateOf(again)).toBe('DONE');
      expect(new URL(page.url()).search).toBe('?service=crm&status=DONE');
      // The login returns to the filtered page.
      await page.reload();
      await rowOf(page, again).waitFor();

      await page.getByTestId('job-state').selectOption('');
      await rowOf(page, stopped).getByRole('button', { name: words.stop }).click();
      const dialog = page.getByRole('dialog');
      const confirm = dialog.getByTestId('reason-confirm');
      expect(await confirm.getAttribute('aria-disabled')).toBe('true');
      await dialog.getByRole('textbox').fill('Fait à la main');
      await confirm.click();
      await rowOf(page, stopped).waitFor({ state: 'detached' });
      expect(await stateOf(stopped)).toBe('CANCELLED');
      // Why it was stopped stays readable.
      await page.getByTestId('job-state').selectOption('CANCELLED');
      await rowOf(page, stopped).locator('summary').click();
      await rowOf(page, stopped).getByText('Fait à la main').waitFor();
      await page.getByTestId('job-state').selectOption('');

      // A job that the service does not know any more can only be stopped.
      const unknown = await addFailedJob('crm.former-job');
      await rowOf(page, unknown).waitFor();
      expect(await rowOf(page, unknown).locator('button').allInnerTexts()).toEqual([
        expect.stringMatching(words.stop),
      ]);
      expect(await rowOf(page, unknown).innerText()).toMatch(words.unknown);
      await inDatabaseOf('crm', 'DELETE FROM kit.job WHERE id = $1', [unknown]);

      await page.getByRole('main').getByRole('navigation').getByRole('button').last().click();
      const schedule = page.getByTestId('schedule').filter({ hasText: /Recalcul quotidien|Daily/ });
      await schedule.waitFor();
      expect(new URL(page.url()).pathname).toMatch(/\/core\/background-jobs\/schedules$/);
      expect(await schedule.getByTestId('schedule-next').innerText()).toMatch(/\d{2}:05/);
      await schedule.getByTestId('schedule-irregular').first().waitFor();
      // The reports of files run for all tenants at once: they are the platform's.
      expect(await page.getByTestId('schedule').count()).toBe(1);
      expect(await violations(page)).toEqual([]);
      expect(consoleErrors).toEqual([]);
    } catch (failure) {
      await picture(page, `background-jobs-${look.width}`);
      throw failure;
    } finally {
      await context.close();
    }
  },
);
