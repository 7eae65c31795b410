import { Problem } from '@coulisse/service-kit/problem';

/** Where a sale is made. The limits of the public do not bind the box office. */
export type SaleChannel = 'ONLINE' | 'BOX_OFFICE';

/** Refuses a cart of the other channel: the public changes no cart of the desk, and the desk none of the public. */
export function checkChannel(cart: { readonly channel: SaleChannel } | null, channel: SaleChannel): void {
  if (cart && cart.channel !== channel) throw new Problem('cart.of-other-channel');
}
