import { ApiProblem } from '@coulisse/mfe-kit/api';
import { linksOf } from './linked-data';

const refusal = (code: string, links: unknown) => new ApiProblem(409, { code, links } as object);

it('reads the linked records of a refused deletion', () => {
  const link = {
    resource: 'crm.note',
    label: 'Notes',
    field: 'tiers',
    count: 3,
    sample: [{ id: 'n', label: 'Appel' }],
  };
  expect(linksOf(refusal('foreign-key.linked-data', [link]))).toEqual([link]);
  expect(linksOf(refusal('foreign-key.linked-data', [{ resource: 'crm.note', count: 1 }, 'x']))).toEqual([
    { resource: 'crm.note', count: 1, sample: [] },
  ]);
});

it('returns nothing for any other error', () => {
  expect(linksOf(refusal('deletion.impossible', []))).toEqual([]);
  expect(linksOf(refusal('foreign-key.linked-data', undefined))).toEqual([]);
});
