const KEY = 'coulisse.link-cart';

/** This tab turns a cart into a reservation by link. The cart is gone then, and the answer may be lost. */
export const startLink = (cart: string): void => sessionStorage.setItem(KEY, cart);
export const endLink = (): void => sessionStorage.removeItem(KEY);
export const isLinkCart = (cart: string): boolean => sessionStorage.getItem(KEY) === cart;
