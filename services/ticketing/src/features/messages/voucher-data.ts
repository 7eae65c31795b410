import type { DataOf } from '@coulisse/templates';
import type { VoucherDetails } from '../gift-vouchers/voucher-details.read-model';
import { organiserData } from './organiser-brand';
import { drawnName } from './drawn-name';
import type {
  voucherGiftMail,
  voucherMail,
  voucherPaymentLinkMail,
  voucherPdf,
  voucherRefundMail,
} from './voucher-template-kinds';

/** Where a mail about a voucher leads to. */
export interface VoucherPlaces {
  theatreUrl: string;
  /** Signed; only mails to the buyer have it. */
  pageUrl: string;
}

type Common = Omit<DataOf<(typeof voucherPdf)['keywords']>, 'voucher'> & {
  voucher: Omit<DataOf<(typeof voucherPdf)['keywords']>['voucher'], 'key' | 'qrCode'>;
};

const commonData = (voucher: VoucherDetails): Common => ({
  organiser: organiserData(voucher.organiserName, voucher.brand, voucher.logo),
  buyer: { firstName: voucher.buyerFirstName, name: voucher.buyerName },
  voucher: {
    code: voucher.code,
    value: voucher.valueMinor,
    balance: voucher.balanceMinor,
    formula: voucher.formula,
    quantity: voucher.quantity,
    beneficiary: voucher.beneficiaryName,
    message: voucher.message,
    validityDate: voucher.validityDate || null,
  },
});

/** The QR code has what is typed otherwise: code and key. It is no address, since addresses are kept everywhere. */
export const voucherPdfData = (
  voucher: VoucherDetails,
  key: string,
): DataOf<(typeof voucherPdf)['keywords']> => {
  const common = commonData(voucher);
  const buyer = { ...common.buyer, name: drawnName(common.buyer.name) };
  const beneficiary = drawnName(common.voucher.beneficiary);
  return {
    ...common,
    buyer,
    voucher: { ...common.voucher, beneficiary, key, qrCode: `${voucher.code} ${key}` },
  };
};

export const voucherMailData = (
  voucher: VoucherDetails,
  { theatreUrl }: Pick<VoucherPlaces, 'theatreUrl'>,
): DataOf<(typeof voucherGiftMail)['keywords']> => {
  const data = commonData(voucher);
  return { ...data, organiser: { ...data.organiser, url: theatreUrl } };
};

export const buyerMailData = (
  voucher: VoucherDetails,
  places: VoucherPlaces,
): DataOf<(typeof voucherMail)['keywords']> => {
  const data = voucherMailData(voucher, places);
  const { totalMinor: total, discountMinor, isPostal } = voucher;
  const discount = discountMinor > 0 ? discountMinor : null;
  return { ...data, voucher: { ...data.voucher, total, discount, isPostal, pageUrl: places.pageUrl } };
};

export const voucherPaymentLinkData = (
  voucher: VoucherDetails,
  places: VoucherPlaces,
): DataOf<(typeof voucherPaymentLinkMail)['keywords']> => {
  const data = buyerMailData(voucher, places);
  return { ...data, voucher: { ...data.voucher, deadline: voucher.deadline || null } };
};

export interface VoucherRefund {
  amountMinor: number;
  /** Reason of payments. */
  reason: string;
  isDone: boolean;
}

export const voucherRefundData = (
  voucher: VoucherDetails,
  places: VoucherPlaces,
  { amountMinor, reason, isDone }: VoucherRefund,
): DataOf<(typeof voucherRefundMail)['keywords']> => ({
  ...voucherMailData(voucher, places),
  refund: { amount: amountMinor, reason, isDone },
});
