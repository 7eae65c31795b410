import { amount, date, flag, number, qrCode, templateKind, text, url } from '@coulisse/templates';
import { organiserKeywords } from './organiser-brand';

/** Keywords of every template about a gift voucher. */
const voucherKeywords = {
  organiser: organiserKeywords,
  buyer: { firstName: text, name: text },
  voucher: {
    code: text,
    /** What it is worth when it is sold, and what is left of it. */
    value: amount,
    balance: amount,
    formula: text,
    quantity: number,
    beneficiary: text,
    message: text,
    validityDate: date,
  },
};

/** The gift voucher, on one page. */
export const voucherPdf = templateKind({
  name: 'ticketing.gift-voucher',
  kind: 'pdf',
  keywords: { ...voucherKeywords, voucher: { ...voucherKeywords.voucher, key: text, qrCode } },
});

/** Mails also say where the voucher is used. */
const mailKeywords = { ...voucherKeywords, organiser: { ...organiserKeywords, url } };

/** To the buyer, with the PDF. */
export const voucherMail = templateKind({
  name: 'ticketing.gift-voucher-mail',
  kind: 'mail',
  keywords: {
    ...mailKeywords,
    voucher: { ...mailKeywords.voucher, total: amount, discount: amount, isPostal: flag, pageUrl: url },
  },
});

/** To the buyer of a voucher that the desk sold: the link by which it is paid. */
export const voucherPaymentLinkMail = templateKind({
  name: 'ticketing.gift-voucher-payment-link-mail',
  kind: 'mail',
  keywords: {
    ...mailKeywords,
    voucher: {
      ...mailKeywords.voucher,
      total: amount,
      discount: amount,
      isPostal: flag,
      pageUrl: url,
      deadline: date,
    },
  },
});

/** To its recipient on the day that the buyer chose, with the PDF. */
export const voucherGiftMail = templateKind({
  name: 'ticketing.gift-voucher-gift-mail',
  kind: 'mail',
  keywords: mailKeywords,
});

/** To who holds it, before its last day. */
export const voucherReminderMail = templateKind({
  name: 'ticketing.gift-voucher-reminder-mail',
  kind: 'mail',
  keywords: mailKeywords,
});

/** To the buyer: a payment comes back, or has come back. */
export const voucherRefundMail = templateKind({
  name: 'ticketing.gift-voucher-refund-mail',
  kind: 'mail',
  keywords: { ...mailKeywords, refund: { amount, reason: text, isDone: flag } },
});
