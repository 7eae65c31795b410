// A purchase as a practised guest makes it: each tap and each letter takes its time, and the page its own.

/** Between two taps: read, decide, move the thumb. */
const TAP_MS = 1_000;
/** Between two letters on the keyboard of a phone. */
const LETTER_MS = 150;
const GUEST = { email: 'guest@load.example', firstName: 'Camille', lastName: 'Durand' };
const STEP_TIMEOUT_MS = 60_000;

/**
 * From the page of a show to the thank-you: two of the best seats, three fields, the bank.
 * @param {import('playwright-core').Page} page
 * @param {string} performanceId
 * @returns {Promise<{ seconds: number, taps: number, fields: number }>}
 */
export async function buyAsGuest(page, performanceId) {
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  const began = Date.now();
  let taps = 0;
  let fields = 0;
  const tap = async (target) => {
    await target.first().waitFor();
    await page.waitForTimeout(TAP_MS);
    await target.first().tap();
    taps++;
  };
  await tap(page.getByTestId(`performance-${performanceId}`));
  await tap(page.getByTestId('best-seats'));
  await page.getByTestId('countdown').first().waitFor();
  await tap(page.getByTestId('continue'));
  for (const [name, text] of Object.entries(GUEST)) {
    const field = page.locator(`#customer-${name}`);
    await field.waitFor();
    // The key "next" of the keyboard leads from field to field.
    await field.focus();
    await page.keyboard.type(text, { delay: LETTER_MS });
    fields++;
  }
  await tap(page.getByTestId('terms'));
  await tap(page.getByTestId('pay'));
  await tap(page.getByTestId('bank-pay'));
  await page.locator('[data-testid=outcome][data-outcome=VALIDATED]').waitFor();
  return { seconds: (Date.now() - began) / 1000, taps, fields };
}
