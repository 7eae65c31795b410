/** What was sold for a performance; amounts are in cents and include VAT. */
export interface SoldPlaces {
  places: number;
  sold: number;
  reserved: number;
  arrived: number;
  receiptsMinor: number;
  dueMinor: number;
}

export interface PerformanceSale extends SoldPlaces {
  id: string;
  show: string;
  color: string | null;
  date: string;
  showTimes: string[];
  mealTimes: string[];
  startsAt: string | null;
}

export interface PerformanceFigures extends SoldPlaces {
  reservations: number;
  unpaidReservations: number;
  /** Payments of which money waits to be given back. */
  paymentsToRefund: number;
  toRefundMinor: number;
  categories: { id: string; name: string; color: string; places: number; sold: number; reserved: number }[];
  formulas: { id: string; name: string; sold: number }[];
  cnm: { basisPoints: number; baseMinor: number; taxMinor: number };
}

export interface Sold {
  amountMinor: number;
  places: number;
  reservations: number;
}

export interface SetUp {
  category: boolean;
  room: boolean;
  plan: boolean;
  formula: boolean;
  show: boolean;
  performance: boolean;
  roomId: string | null;
  showId: string | null;
}

/** What was sold for the coming performances of a show. Days are local dates. */
export interface ShowSale extends Omit<SoldPlaces, 'arrived'> {
  id: string;
  name: string;
  color: string | null;
  performances: number;
  firstDate: string;
  lastDate: string;
}

/** The box office at a glance. Days are local dates. */
export interface BoxOfficeOverview {
  lastMonday: string;
  monday: string;
  today: string;
  inSevenDays: string;
  performances: PerformanceSale[];
  sales: { days: (Sold & { day: string })[]; lastWeekSoFar: Sold };
  setUp: SetUp;
}
