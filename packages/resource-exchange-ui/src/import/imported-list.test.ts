import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { importedList } from './imported-list';

const label = { fr: 'x', en: 'x' };
const moment = (name: string): FieldDescriptor => ({
  name,
  type: 'datetime',
  required: false,
  filterable: true,
  label,
});
const tiers = { fields: [moment('createdAt'), moment('updatedAt')] };
const job = { createdAt: '2026-11-21T10:00:00.000Z', finishedAt: '2026-11-21T10:00:09.000Z' };

it('links to the records written between the start and the end of the job', () => {
  const made = new URL(importedList(tiers, 'http://x/crm/tiers', job, { updated: 0 }));
  expect(Object.fromEntries(made.searchParams)).toEqual({
    'f.createdAt.gte': job.createdAt,
    'f.createdAt.lte': job.finishedAt,
  });
  expect(importedList(tiers, '/crm/tiers', job, { updated: 3 })).toContain('f.updatedAt.gte');
});

it('links to the whole list when the dates cannot be filtered', () => {
  expect(importedList({ fields: [] }, '/crm/tiers', job, { updated: 0 })).toBe('/crm/tiers');
  expect(importedList(tiers, '/crm/tiers', { ...job, finishedAt: null }, { updated: 0 })).toBe('/crm/tiers');
});
