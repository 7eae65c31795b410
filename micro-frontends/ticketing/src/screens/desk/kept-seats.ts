/** The seats that a tab holds at the desk, so that they are found again when its page is loaded anew. */
export interface KeptSeats {
  /** The cart that holds them. */
  token: string;
  /** Until when, by the clock of this computer. */
  until: number;
  seats: readonly string[];
  drivers: number;
  formulaBySeat: Readonly<Record<string, string>>;
}

const keyOf = (performanceId: string): string => `desk-seats:${performanceId}`;

export function keepSeats(performanceId: string, selection: KeptSeats): void {
  try {
    sessionStorage.setItem(keyOf(performanceId), JSON.stringify(selection));
  } catch {
    // Without storage only a reload loses the choice.
  }
}

export function dropKeptSeats(performanceId: string): void {
  try {
    sessionStorage.removeItem(keyOf(performanceId));
  } catch {
    // Nothing was kept.
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isKept = (value: unknown): value is KeptSeats => {
  if (typeof value !== 'object' || value === null) return false;
  const { token, until, seats, drivers, formulaBySeat } = value as Partial<Record<keyof KeptSeats, unknown>>;
  return (
    isText(token) &&
    typeof until === 'number' &&
    Array.isArray(seats) &&
    seats.length > 0 &&
    seats.every(isText) &&
    typeof drivers === 'number' &&
    typeof formulaBySeat === 'object' &&
    formulaBySeat !== null &&
    Object.values(formulaBySeat).every(isText)
  );
};

/** The seats that this tab still holds; those whose time is over are anybody's. */
export function keptSeats(performanceId: string, now = Date.now()): KeptSeats | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(performanceId)) ?? 'null');
    return isKept(stored) && stored.until > now ? stored : null;
  } catch {
    return null;
  }
}
