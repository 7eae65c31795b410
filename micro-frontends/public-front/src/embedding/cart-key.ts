const KEY = 'coulisse.cart-token';

/** The token of the cart of this tab: what a cookie holds on pages that stand alone. */
export const cartToken = (): string | null => sessionStorage.getItem(KEY);
export const storeCartToken = (token: string): void => sessionStorage.setItem(KEY, token);
