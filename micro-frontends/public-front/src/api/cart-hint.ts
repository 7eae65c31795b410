const KEY = 'coulisse.cart';

/**
 * Whether this browser may own a basket. Only a hint: it spares everybody who has none a question whose answer is
 * "not found". The basket itself is kept by the server, found by the session's cookie.
 */
export const mayHaveCart = (): boolean => localStorage.getItem(KEY) !== null;

export function noteCart(exists: boolean): void {
  if (exists) localStorage.setItem(KEY, '1');
  else localStorage.removeItem(KEY);
}
