/** ISO 4217 numbers of the accepted currencies. */
const CURRENCY_NUMBERS: Readonly<Record<string, string>> = { EUR: '978' };

/** ISO 4217 number of a currency; undefined when it is not accepted. */
export const currencyNumber = (currency: string): string | undefined =>
  Object.hasOwn(CURRENCY_NUMBERS, currency) ? CURRENCY_NUMBERS[currency] : undefined;

/** Currency of an ISO 4217 number; undefined when it is not accepted. */
export const currencyOf = (number: string): string | undefined =>
  Object.keys(CURRENCY_NUMBERS).find((currency) => CURRENCY_NUMBERS[currency] === number);

/** Address of our page that the browser returns to after an outcome. */
export function withOutcome(url: string, outcome: string): string {
  const address = new URL(url);
  address.searchParams.set('outcome', outcome);
  return address.toString();
}

/** An amount that a bank is asked for: a positive whole number of cents. */
export function checkAmount(amountMinor: number): void {
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0)
    throw new Error('An amount is a positive whole number of cents.');
}
