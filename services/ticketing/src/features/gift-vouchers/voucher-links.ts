import { SignedLinks, type LinkKeys } from '../signed-links';

/** Header with the key of the link to a voucher, which authorizes whoever bought it. It is not the key that pays. */
export const VOUCHER_LINK = 'voucher-link';

/** Links to gift vouchers, for their buyers: the page of the payment and its PDF. */
export class VoucherLinks extends SignedLinks {
  constructor(keys: LinkKeys) {
    super(keys, 'gift voucher link', 'gift-vouchers/mine');
  }
}
