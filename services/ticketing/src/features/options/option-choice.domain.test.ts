import { priceOptions, type OfferedOption, type OptionChoice } from './option-choice.domain';

const option = (id: string, changes: Partial<OfferedOption> = {}): OfferedOption => ({
  ...{ id, name: `Option ${id}`, priceMinor: 500, rateBasisPoints: 2000, accountingCode: null },
  ...{ mandatory: false, preChecked: false, forPmr: false, forPostalSend: false },
  ...{ inGiftBag: false, isTicket: false },
  ...{ numberEntry: null, detailEntry: null },
  ...changes,
});
const choice = (optionId: string, changes: Partial<OptionChoice> = {}): OptionChoice => ({
  ...{ formulaId: 'dinner', optionId, number: null, detail: '' },
  ...changes,
});
const FORMULAS = [{ id: 'dinner', name: 'Dîner' }];
const price = (options: OfferedOption[], choices: OptionChoice[], formulas = FORMULAS) =>
  priceOptions(new Map([['dinner', options]]), formulas, choices);
const faults = ({ errors }: ReturnType<typeof price>) =>
  errors.map(({ pointer, code }) => `${pointer} ${code}`);

describe('options of a cart', () => {
  test('R-094: a mandatory option that is missing is refused, by its line', () => {
    const result = price([option('a', { mandatory: true }), option('b')], []);
    expect(result.errors).toEqual([
      {
        pointer: '/options/dinner/a',
        code: 'reservation.mandatory-options-missing',
        params: { option: 'Option a', formula: 'Dîner' },
      },
    ]);
    expect(price([option('a', { mandatory: true })], [choice('a')]).errors).toEqual([]);
    // Nobody has the formula: nothing is missing.
    expect(price([option('a', { mandatory: true })], [], []).errors).toEqual([]);
  });

  test('R-197: a number counts from its least one, and multiplies the price', () => {
    const drinks = option('a', { numberEntry: { label: 'Combien ?', min: 2 } });
    expect(price([drinks], [choice('a', { number: 3 })])).toMatchObject({
      errors: [],
      priced: [{ quantity: 3, priceMinor: 1500, vat: [{ rateBasisPoints: 2000, amountMinor: 1500 }] }],
    });
    expect(faults(price([drinks], [choice('a', { number: 1 })]))).toEqual([
      '/options/0/number validation.value-min',
    ]);
    expect(faults(price([drinks], [choice('a')]))).toEqual(['/options/0/number validation.not-null']);
    // A number that nobody asked for does not multiply.
    expect(price([option('a')], [choice('a', { number: 9 })]).priced[0]?.priceMinor).toBe(500);
  });

  test('R-197: a question is answered', () => {
    const card = option('a', { detailEntry: { label: 'Prénom' } });
    expect(faults(price([card], [choice('a')]))).toEqual(['/options/0/detail validation.not-blank']);
    expect(price([card], [choice('a', { detail: 'Léa' })]).priced[0]?.detail).toBe('Léa');
    expect(price([option('a')], [choice('a', { detail: 'Léa' })]).priced[0]?.detail).toBeNull();
  });

  test('R-118: what is not offered, or chosen a second time, is refused', () => {
    expect(faults(price([option('a')], [choice('b'), choice('a'), choice('a')]))).toEqual([
      '/options/0/optionId validation.choice',
      '/options/2/optionId validation.unique',
    ]);
    expect(faults(price([option('a')], [choice('a', { formulaId: 'show' })]))).toEqual([
      '/options/0/optionId validation.choice',
    ]);
  });

  test('no amount is larger than amounts can be', () => {
    const dear = option('a', { priceMinor: 9_999_900, numberEntry: { label: 'Combien ?', min: 1 } });
    expect(faults(price([dear], [choice('a', { number: 999 })]))).toEqual(['/options validation.value-max']);
  });
});
