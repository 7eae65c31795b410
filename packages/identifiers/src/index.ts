export type { Identifier } from './identifier';
export { eori, naf, rcs, siren, siret } from './company';
export { vatNumber } from './vat-number';
export { bic, iban, isCompleteIban, rib } from './bank';
export { nir } from './nir';
export { isCountry, isCurrency, isLanguage } from './codes';
export { isPersonName, PERSON_NAME_MAX, PERSON_NAME_PATTERN } from './person-name';
