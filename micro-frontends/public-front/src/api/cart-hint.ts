const KEY = 'coulisse.cart';

/**
 * Whether this browser may own a basket. Only a hint, to avoid a request that would return 404 for visitors without
 * a basket. The server stores the basket and finds it by the session's cookie.
 */
export const mayHaveCart = (): boolean => localStorage.getItem(KEY) !== null;

export function setCartHint(exists: boolean): void {
  if (exists) localStorage.setItem(KEY, '1');
  else localStorage.removeItem(KEY);
}
