import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { gadgetFields, spareFields, systemFields, venueFields } from './fields';

const everything = {
  read: true,
  create: true,
  update: true,
  delete: true,
  export: true,
  import: true,
  reveal: true,
} as const;

const lifecycle: ResourceDescriptor['lifecycle'] = {
  states: ['STORED', 'ON_STAGE', 'RETIRED'],
  stateLabels: {
    STORED: { fr: 'En réserve', en: 'In storage' },
    ON_STAGE: { fr: 'En scène', en: 'On stage' },
    RETIRED: { fr: 'Réformé', en: 'Retired' },
  },
  tones: { STORED: 'neutral', ON_STAGE: 'good', RETIRED: 'bad' },
  path: ['STORED', 'ON_STAGE'],
  transitions: [
    {
      name: 'stage',
      from: ['STORED'],
      to: 'ON_STAGE',
      tone: 'good',
      label: { fr: 'Mettre en scène', en: 'Put on stage' },
      may: true,
      bulk: true,
    },
    {
      name: 'store',
      from: ['ON_STAGE'],
      to: 'STORED',
      tone: 'neutral',
      label: { fr: 'Remettre en réserve', en: 'Put into storage' },
      may: true,
      bulk: true,
    },
    {
      name: 'retire',
      from: ['STORED'],
      to: 'RETIRED',
      tone: 'bad',
      label: { fr: 'Réformer', en: 'Retire' },
      may: true,
      bulk: true,
      confirm: true,
      words: {
        confirm: { fr: 'Réformer', en: 'Retire' },
        keep: { fr: 'Garder en réserve', en: 'Leave in storage' },
      },
    },
  ],
};

/** A sample resource with a field of every kind: the props of a theatre. */
export const sampleDescriptor: ResourceDescriptor = {
  name: 'sample.gadget',
  path: '/b/api/sample/gadgets',
  rights: 'sample.gadget',
  label: { fr: 'Accessoire', en: 'Prop' },
  plural: { fr: 'Accessoires', en: 'Props' },
  new: { fr: 'Nouvel accessoire', en: 'New prop' },
  labelField: 'name',
  sort: 'name',
  fields: [...gadgetFields, ...systemFields],
  list: ['name', 'number', 'category', 'venue', 'quantity', 'price', 'boughtOn', 'state'],
  sums: ['quantity', 'price'],
  features: {
    archivable: true,
    sortable: false,
    attachable: true,
    duplicable: true,
    importable: true,
    exportable: true,
    importKeys: ['name'],
  },
  may: everything,
  lifecycle,
};

/** The places that props are stored and used at: the target of references. */
export const venueDescriptor: ResourceDescriptor = {
  name: 'sample.venue',
  path: '/b/api/sample/venues',
  rights: 'sample.venue',
  label: { fr: 'Lieu', en: 'Venue' },
  plural: { fr: 'Lieux', en: 'Venues' },
  new: { fr: 'Nouveau lieu', en: 'New venue' },
  labelField: 'name',
  sort: 'name',
  fields: venueFields,
  list: ['name', 'city'],
  sums: [],
  features: {
    archivable: false,
    sortable: false,
    attachable: false,
    duplicable: false,
    importable: false,
    exportable: true,
    importKeys: [],
  },
  may: everything,
};

/** The spare pieces that replace a prop: its related records. */
export const spareDescriptor: ResourceDescriptor = {
  ...venueDescriptor,
  name: 'sample.spare',
  path: '/b/api/sample/spares',
  rights: 'sample.spare',
  label: { fr: 'Pièce de rechange', en: 'Spare piece' },
  plural: { fr: 'Pièces de rechange', en: 'Spare pieces' },
  new: { fr: 'Nouvelle pièce de rechange', en: 'New spare piece' },
  fields: spareFields,
  list: ['name', 'gadget', 'price'],
};

export type SampleRights = Partial<ResourceDescriptor['may']>;

/** The sample resource for a user with other rights; without `update`, no transition is allowed either. */
export const withRights = (rights: SampleRights): ResourceDescriptor => ({
  ...sampleDescriptor,
  may: { ...sampleDescriptor.may, ...rights },
  lifecycle: {
    ...lifecycle,
    transitions: lifecycle.transitions.map((transition) => ({
      ...transition,
      may: rights.update ?? transition.may,
    })),
  },
});
