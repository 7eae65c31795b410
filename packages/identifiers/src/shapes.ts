import { grouped, tidy } from './identifier';

/** Stored and display forms, without the libraries that check digits: for pages that only show identifiers. */
export interface Shape {
  tidy(text: string): string;
  format(stored: string): string;
}

export const siren: Shape = { tidy, format: (stored) => grouped(stored, 3, 3) };
export const siret: Shape = { tidy, format: (stored) => grouped(stored, 3, 3, 3) };
export const nir: Shape = { tidy, format: (stored) => grouped(stored, 1, 2, 2, 2, 3, 3) };
export const iban: Shape = { tidy, format: (stored) => stored.replace(/.{4}(?=.)/g, '$& ') };
export const bic: Shape = { tidy, format: (stored) => stored };
export const vatNumber: Shape = {
  tidy,
  format: (stored) => (stored.startsWith('FR') ? grouped(stored, 2, 2, 3, 3) : grouped(stored, 2)),
};
