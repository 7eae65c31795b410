import type { ResourceOverrides } from '@coulisse/mfe-kit';

/** Third parties: people are looked for by name, and called or written to at once. */
export const tiers: ResourceOverrides = {
  list: { second: { name: ['email'] }, tabs: 'kind' },
  record: { subtitle: (record) => (typeof record['email'] === 'string' ? record['email'] : null) },
};
