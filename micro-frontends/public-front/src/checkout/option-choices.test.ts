import { ApiProblem } from '@coulisse/mfe-kit/api';
import { defaultChoices, optionErrors, type OfferedOption } from './option-choices';

const offered = (optionId: string, changes: Partial<OfferedOption> = {}): OfferedOption => ({
  ...{ formulaId: 'dinner', formulaName: 'Dîner', optionId, name: optionId, priceMinor: 500 },
  ...{ mandatory: false, preChecked: false, forPmr: false, forPostalSend: false },
  ...{ numberEntry: null, detailEntry: null },
  ...changes,
});

test('R-197: what is ticked in advance starts with its least number', () => {
  const drinks = offered('drinks', { preChecked: true, numberEntry: { label: 'Combien ?', min: 2 } });
  expect(defaultChoices([offered('card'), drinks])).toEqual([
    { formulaId: 'dinner', optionId: 'drinks', number: 2, detail: '' },
  ]);
});

test('R-094: errors of the service belong to their lines', () => {
  const choices = [{ formulaId: 'dinner', optionId: 'card', number: null, detail: '' }];
  const problem = new ApiProblem(422, {
    errors: [
      { pointer: '/options/dinner/must', code: 'x', detail: 'Manque' },
      { pointer: '/options/0/detail', code: 'x', detail: 'Vide' },
      { pointer: '/customer/city', code: 'x', detail: 'Ville' },
    ],
  });
  expect([...optionErrors(problem, choices)]).toEqual([
    ['dinner/must', { option: 'Manque' }],
    ['dinner/card', { detail: 'Vide' }],
  ]);
  expect(optionErrors(new Error('x'), choices).size).toBe(0);
});
