/** A performance as the desk offers it. */
export interface DeskPerformance {
  id: string;
  show: { id: string; name: string };
  room: string;
  date: string;
  startsAt: string;
  mealTimes: string[];
  showTimes: string[];
  placesAvailable: number;
  placesRemaining: number;
  onSale: boolean;
}

export interface DeskFormula {
  id: string;
  name: string;
  categoryId: string;
  priceMinor: number;
  /** The least number of people that it is sold to. */
  minimumNumberOfPeople: number;
  isDefault: boolean;
}

/** What may be bought with a formula. */
export interface DeskOption {
  formulaId: string;
  id: string;
  name: string;
  priceMinor: number;
  mandatory: boolean;
  preChecked: boolean;
  forPmr: boolean;
  forPostalSend: boolean;
  inGiftBag: boolean;
  isTicket: boolean;
  numberEntry: { label: string; min: number } | null;
  detailEntry: { label: string } | null;
}

export interface OptionChoice {
  formulaId: string;
  optionId: string;
  number: number | null;
  detail: string;
}

export interface DeskTerms extends DeskPerformance {
  isMultiFormule: boolean;
  formulas: DeskFormula[];
  options: DeskOption[];
}

export interface DeskSeat {
  id: string;
  row: string;
  number: string;
  tableId: string | null;
  categoryId: string;
  categoryName: string;
}

export interface DeskHold {
  cart: { id: string; token: string; expiresAt: string | null; secondsLeft: number };
  seats: DeskSeat[];
  totalMinor: number;
  /** Free places of the group's drivers: how many it may have, and those that are held. */
  drivers: { allowed: number; seats: DeskSeat[] };
}

export interface DeskSaleAnswer {
  reservation: { id: string; code: string; state: string };
  totalMinor: number;
  paidMinor: number;
}

export interface DeskCustomer {
  /** A third party that was chosen; null for a buyer who is typed in. */
  tiers: string | null;
  firstName: string;
  lastName: string;
  email: string;
  telephone: string;
  /** Asked for where something is posted. */
  addressLine1: string;
  zipCode: string;
  city: string;
  country: string;
  /** In which a known customer is written to; null for the language of the screen. */
  language: 'fr' | 'en' | null;
}

export const NOBODY: DeskCustomer = {
  ...{ tiers: null, firstName: '', lastName: '', email: '', telephone: '' },
  ...{ addressLine1: '', zipCode: '', city: '', country: 'FR', language: null },
};
