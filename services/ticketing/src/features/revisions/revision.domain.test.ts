import type { OfferedOption } from '../options/option-choice.domain';
import { formulasOfRevision, optionsOfRevision } from './revision.domain';

const formulas = [
  { id: 'dinner', categoryId: 'gold' },
  { id: 'show', categoryId: 'gold' },
];
const place = { seatId: 's1', categoryId: 'gold', formulaId: 'dinner' };

test('a place that stays keeps its formula where it is still sold, unless another one was chosen', () => {
  expect(formulasOfRevision([place], formulas, {})).toEqual({ s1: 'dinner' });
  expect(formulasOfRevision([place], formulas, { s1: 'show', s2: 'show' })).toEqual({
    s1: 'show',
    s2: 'show',
  });
  expect(formulasOfRevision([{ ...place, formulaId: 'brunch' }], formulas, {})).toEqual({});
});

describe('options of a revised reservation', () => {
  const option = (id: string, values: Partial<OfferedOption> = {}) =>
    ({ id, mandatory: false, numberEntry: null, detailEntry: null, ...values }) as OfferedOption;
  const sold = { formulaId: 'dinner', optionId: 'wine', quantity: 2, detail: null as string | null };
  const choices = (offered: OfferedOption[], former = [sold]) =>
    optionsOfRevision(former, [{ id: 'dinner' }], new Map([['dinner', offered]]));

  test('stay with the answers that they have', () => {
    const counted = option('wine', { numberEntry: { label: 'Bouteilles', min: 1 } });
    expect(choices([counted])).toEqual([{ formulaId: 'dinner', optionId: 'wine', number: 2, detail: '' }]);
    const withQuestion = option('wine', { detailEntry: { label: 'Prénom' } });
    expect(choices([withQuestion], [{ ...sold, detail: 'Ada' }])).toMatchObject([
      { number: null, detail: 'Ada' },
    ]);
  });

  test('go with the formula that offers them, and a mandatory one that asks nothing comes', () => {
    expect(choices([option('cake')])).toEqual([]);
    expect(choices([option('service', { mandatory: true })])).toMatchObject([{ optionId: 'service' }]);
    const question = option('menu', { mandatory: true, detailEntry: { label: 'Menu' } });
    expect(choices([question])).toEqual([]);
  });
});
