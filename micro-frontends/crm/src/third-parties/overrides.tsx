import { Suspense } from 'react';
import type { FormPartProps, RecordPartProps, ResourceOverrides } from '@coulisse/mfe-kit';
import { onDemand, SkeletonLines } from '@coulisse/ui-kit';
import { labelCell } from './label-chip';
import { formSections, isVisible, recordSections } from './sections';
import { TiersSubtitle } from './tiers-subtitle';
import { TurnoverCell } from './turnover-cell';

// Parts of records and forms: no list needs them.
const TiersActions = onDemand<RecordPartProps>(async () => (await import('./tiers-actions')).TiersActions);
const LaterAside = onDemand(async () => (await import('./tiers-aside')).TiersAside);
const TiersAside = (props: RecordPartProps) => (
  <Suspense fallback={<SkeletonLines lines={6} />}>
    <LaterAside {...props} />
  </Suspense>
);
const LaterReservations = onDemand(async () => (await import('./tiers-reservations')).TiersReservations);
const LaterEvents = onDemand(async () => (await import('./tiers-events')).TiersEvents);
/** What a customer has reserved, what was written to them and what they paid. */
const CustomerStory = (props: RecordPartProps) => (
  <Suspense fallback={<SkeletonLines lines={4} />}>
    <LaterReservations {...props} />
    <LaterEvents {...props} />
  </Suspense>
);
const LaterCandidates = onDemand(async () => (await import('./duplicate-candidates')).DuplicateCandidates);
const DuplicateCandidates = (props: FormPartProps) => (
  <Suspense>
    <LaterCandidates {...props} />
  </Suspense>
);

const cells = { loyalty: labelCell('crm.loyalty-label'), turnoverHT: TurnoverCell };

/** Default values of a new person. */
const personDefaults = { particularType: 'EXTERNAL' };

/** Overrides shared by all kinds. */
const common: ResourceOverrides = {
  visible: isVisible,
  record: {
    sections: recordSections,
    subtitle: (record) => <TiersSubtitle record={record} />,
    actions: TiersActions,
    aside: TiersAside,
    extra: CustomerStory,
  },
  form: { sections: formSections, extra: DuplicateCandidates },
};
const kindOnly = (kind: string): ResourceOverrides => ({
  ...common,
  // Its records have no `kind` field: all of them are of this kind.
  visible: (field, values) => isVisible(field, { ...values, kind }),
});

export const tiers: ResourceOverrides = {
  ...common,
  list: {
    columns: ['name', 'kind', 'telephone', 'group', 'status', 'loyalty', 'turnoverHT'],
    second: { name: ['email'] },
    tabs: 'kind',
    cells,
  },
  form: { ...common.form, initial: { kind: 'particular', ...personDefaults } },
};

export const society: ResourceOverrides = {
  ...kindOnly('society'),
  list: {
    columns: ['name', 'siret', 'telephone', 'group', 'expiresIn', 'loyalty', 'turnoverHT'],
    second: { name: ['email'] },
    tabs: null,
    cells,
  },
};

export const particular: ResourceOverrides = {
  ...kindOnly('particular'),
  list: {
    columns: ['name', 'mobile', 'telephone', 'group', 'status', 'loyalty', 'turnoverHT'],
    second: { name: ['email'] },
    tabs: 'particularType',
    cells,
  },
  form: { ...common.form, initial: personDefaults },
};

export const supplier: ResourceOverrides = {
  ...kindOnly('supplier'),
  list: {
    columns: ['name', 'siret', 'telephone', 'group', 'status'],
    second: { name: ['email'] },
    tabs: null,
  },
};
