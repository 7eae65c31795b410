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
  isDefault: boolean;
}

export interface DeskTerms extends DeskPerformance {
  isMultiFormule: boolean;
  formulas: DeskFormula[];
}

export interface DeskHold {
  cart: { id: string; token: string; expiresAt: string | null; secondsLeft: number };
  totalMinor: number;
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
}

export const NOBODY: DeskCustomer = { tiers: null, firstName: '', lastName: '', email: '', telephone: '' };
