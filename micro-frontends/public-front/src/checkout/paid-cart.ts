const KEY = 'coulisse.paid-cart';

interface PaidCart {
  cart: string;
  reservation: string;
  isPaid: boolean;
}

function stored(): Partial<PaidCart> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<PaidCart>;
  } catch {
    return {};
  }
}
const store = (paid: PaidCart): void => localStorage.setItem(KEY, JSON.stringify(paid));

/** The payment of a cart begins. The service forgets a cart once it is sold: other tabs, and "back", find none. */
export const startPayment = (cart: string, reservation: string): void =>
  store({ cart, reservation, isPaid: false });

export function endPayment(reservation: string): void {
  const { cart, ...last } = stored();
  if (cart !== undefined && last.reservation === reservation) store({ cart, reservation, isPaid: true });
}

/** The reservation that a cart of this browser has become; null while it is not paid. */
export function paidReservation(cart: string): string | null {
  const last = stored();
  return last.cart === cart && last.isPaid === true ? (last.reservation ?? null) : null;
}
