import { RecordLinks, type LinkSecrets, type OpenedRecord } from '../orders/record-links';

/** Header with the key of the link to a voucher, which authorizes whoever bought it. It is not the key that pays. */
export const VOUCHER_LINK = 'voucher-link';

/** Links to gift vouchers, for their buyers: the page of the payment and its PDF. */
export class VoucherLinks extends RecordLinks {
  constructor(secrets: LinkSecrets) {
    super(secrets, 'gift voucher link');
  }

  /** Address of the voucher's page; the key is in the fragment, which browsers send to no server. */
  urlOf(voucher: OpenedRecord, { publicUrl, language }: { publicUrl: string; language: string }): string {
    return `${publicUrl.replace(/\/$/, '')}/app/gift-vouchers/mine?lang=${language}#${this.keyOf(voucher)}`;
  }
}
