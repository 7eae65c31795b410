import type { DeskOption } from './desk-types';
import { currentChoices, incompleteOption, newChoice, offeredWith } from './option-choices';

const option = (id: string, changes: Partial<DeskOption> = {}): DeskOption => ({
  ...{ formulaId: 'dinner', id, name: id, priceMinor: 500, mandatory: false, preChecked: false },
  ...{
    forPmr: false,
    forPostalSend: false,
    inGiftBag: false,
    isTicket: false,
    numberEntry: null,
    detailEntry: null,
  },
  ...changes,
});

test('R-197: what is ticked in advance counts until something was chosen', () => {
  const drinks = option('drinks', { preChecked: true, numberEntry: { label: 'Combien ?', min: 2 } });
  const offered = [option('card'), drinks];
  expect(currentChoices(offered, null)).toEqual([newChoice(drinks)]);
  expect(currentChoices(offered, [])).toEqual([]);
  // Its formula is no longer sold.
  expect(currentChoices([], [newChoice(drinks)])).toEqual([]);
  expect(offeredWith(offered, ['show'])).toEqual([]);
});

test('R-094: a mandatory option, or an answer, that is missing is named', () => {
  const must = option('must', { mandatory: true });
  const card = option('card', { detailEntry: { label: 'Prénom' } });
  expect(incompleteOption([must, card], [])).toBe(must);
  expect(incompleteOption([must, card], [newChoice(must)])).toBeNull();
  expect(incompleteOption([must, card], [newChoice(must), newChoice(card)])).toBe(card);
});
