/** How many drivers a buyer wants seats for, by cart, in this tab; null before the first decision. */
const keyOf = (cartId: string) => `drivers:${cartId}`;

export function driversWish(cartId: string): number | null {
  const stored = sessionStorage.getItem(keyOf(cartId));
  return stored === null ? null : Number(stored);
}
export const keepDriversWish = (cartId: string, count: number): void =>
  sessionStorage.setItem(keyOf(cartId), String(count));

export interface DriversState {
  /** Free places that the group has a right to, and those that its cart holds. */
  allowed: number;
  held: number;
  wish: number | null;
}
export interface DriversOffer {
  /** OPEN: not decided yet. DECLINED: there could be more. */
  kind: 'NONE' | 'OPEN' | 'DECLINED';
  open: number;
  /** Places that were wanted, and went because the group is smaller now. */
  lost: number;
}

export function offerOf({ allowed, held, wish }: DriversState): DriversOffer {
  const open = Math.max(0, allowed - held);
  const lost = Math.max(0, (wish ?? 0) - Math.max(allowed, held));
  if (open === 0) return { kind: 'NONE', open, lost };
  // What was wanted and can be had again is offered again.
  return { kind: wish === null || wish > held ? 'OPEN' : 'DECLINED', open, lost };
}
