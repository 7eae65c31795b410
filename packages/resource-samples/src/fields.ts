import type { FieldDescriptor } from '@coulisse/mfe-kit';

type Kind = FieldDescriptor['type'];
type Options = Partial<Omit<FieldDescriptor, 'name' | 'type' | 'label'>>;

const field = (name: string, fr: string, en: string, options: Options = {}) => ({
  name,
  required: false,
  label: { fr, en },
  ...options,
});
const listed = { sortable: true, filterable: true } as const;
const searched = { searchable: true, ...listed } as const;

export const CATEGORIES = ['FURNITURE', 'COSTUME', 'WEAPON', 'LIGHT'] as const;

const movements: readonly FieldDescriptor[] = [
  { ...field('movedOn', 'Date', 'Date', { required: true }), type: 'date' },
  { ...field('place', 'Lieu', 'Place', { required: true }), type: 'text' },
  { ...field('pieces', 'Pièces', 'Pieces'), type: 'int' },
];

/** The fields by kind: the type refuses a kind without a field. In the order of the record's page. */
const byKind: Record<Kind, Omit<FieldDescriptor, 'type'>> = {
  text: field('name', 'Nom', 'Name', { required: true, max: 120, ...searched }),
  number: field('number', 'Numéro', 'Number', { readonly: true, ...searched }),
  enumeration: field('category', 'Catégorie', 'Category', {
    required: true,
    enum: CATEGORIES,
    enumLabels: {
      FURNITURE: { fr: 'Mobilier', en: 'Furniture' },
      COSTUME: { fr: 'Costume', en: 'Costume' },
      WEAPON: { fr: 'Arme factice', en: 'Stage weapon' },
      LIGHT: { fr: 'Lumière', en: 'Light' },
    },
    ...listed,
  }),
  ref: field('venue', 'Rangé à', 'Stored at', { ref: 'sample.venue', ...listed }),
  int: field('quantity', 'Quantité', 'Quantity', { min: 0, ...listed }),
  money: field('price', 'Prix d’achat', 'Purchase price', listed),
  decimal: field('weight', 'Poids (kg)', 'Weight (kg)', { decimals: 2, ...listed }),
  percent: field('wear', 'Usure', 'Wear', listed),
  duration: field('setup', 'Durée de montage', 'Set-up time', listed),
  bool: field('fragile', 'Fragile', 'Fragile', listed),
  date: field('boughtOn', 'Acheté le', 'Bought on', listed),
  datetime: field('nextCheck', 'Prochain contrôle', 'Next check', listed),
  time: field('neededAt', 'Prêt pour', 'Ready by', { sortable: true }),
  email: field('lenderEmail', 'E-mail du prêteur', 'Lender’s e-mail', { max: 255, ...searched }),
  phone: field('lenderPhone', 'Téléphone du prêteur', 'Lender’s telephone', searched),
  url: field('page', 'Page du fabricant', 'Maker’s page', listed),
  color: field('color', 'Couleur', 'Colour'),
  country: field('origin', 'Pays d’origine', 'Country of origin', listed),
  language: field('manualLanguage', 'Langue de la notice', 'Language of the manual', listed),
  currency: field('currency', 'Devise d’achat', 'Purchase currency', listed),
  iban: field('lenderIban', 'IBAN du prêteur', 'Lender’s IBAN', listed),
  bic: field('lenderBic', 'BIC du prêteur', 'Lender’s BIC', listed),
  siren: field('lenderSiren', 'SIREN du prêteur', 'Lender’s SIREN', listed),
  siret: field('lenderSiret', 'SIRET du prêteur', 'Lender’s SIRET', listed),
  vatNumber: field('lenderVat', 'TVA du prêteur', 'Lender’s VAT number', listed),
  nir: field('makerNir', 'Sécurité sociale de l’artisan', 'Maker’s social security number', {
    secret: true,
  }),
  list: field('tags', 'Étiquettes', 'Tags', { of: 'text' }),
  refs: field('usedAt', 'Utilisé à', 'Used at', { ref: 'sample.venue' }),
  file: field('manual', 'Notice', 'Manual', { accept: ['application/pdf'] }),
  image: field('photo', 'Photo', 'Photo', { accept: ['image/*'] }),
  longText: field('notes', 'Remarques', 'Remarks', {
    max: 2_000,
    help: { fr: 'Visible de toute la régie.', en: 'Seen by all stage staff.' },
    filterable: true,
  }),
  richText: field('instructions', 'Mode d’emploi', 'Instructions'),
  json: field('sheet', 'Fiche technique', 'Technical sheet'),
  children: field('movements', 'Mouvements', 'Movements', { entity: 'movement', fields: movements }),
  related: field('replacements', 'Remplacé par', 'Replaced by', { ref: 'sample.spare', by: 'gadget' }),
};

const kinds = Object.keys(byKind) as Kind[];

/** One field of each kind. */
export const gadgetFields: readonly FieldDescriptor[] = kinds.map((type) => ({ ...byKind[type], type }));

/** Fields that every resource has: archived, state and dates. */
export const systemFields: readonly FieldDescriptor[] = [
  { ...field('isArchived', 'Archivé', 'Archived', { readonly: true, filterable: true }), type: 'bool' },
  {
    ...field('state', 'État', 'State', {
      required: true,
      readonly: true,
      enum: ['STORED', 'ON_STAGE', 'RETIRED'],
      enumLabels: {
        STORED: { fr: 'En réserve', en: 'In storage' },
        ON_STAGE: { fr: 'En scène', en: 'On stage' },
        RETIRED: { fr: 'Réformé', en: 'Retired' },
      },
      ...listed,
    }),
    type: 'enumeration',
  },
  {
    ...field('createdAt', 'Créé le', 'Created', { required: true, readonly: true, ...listed }),
    type: 'datetime',
  },
  {
    ...field('updatedAt', 'Modifié le', 'Changed', { required: true, readonly: true, ...listed }),
    type: 'datetime',
  },
];

export const venueFields: readonly FieldDescriptor[] = [
  { ...field('name', 'Nom', 'Name', { required: true, ...searched }), type: 'text' },
  { ...field('city', 'Ville', 'City', searched), type: 'text' },
];

export const spareFields: readonly FieldDescriptor[] = [
  { ...field('name', 'Nom', 'Name', { required: true, ...searched }), type: 'text' },
  { ...field('gadget', 'Remplace', 'Replaces', { ref: 'sample.gadget', ...listed }), type: 'ref' },
  { ...field('price', 'Prix', 'Price', listed), type: 'money' },
];
