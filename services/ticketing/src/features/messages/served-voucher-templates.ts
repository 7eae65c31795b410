import { mayAll, Problem } from '@coulisse/service-kit';
import { servedTemplate, type ServedTemplate } from '@coulisse/template-server';
import type { DataOf, KeywordTree, TemplateKind } from '@coulisse/templates';
import { voucherDetails, type VoucherDetails } from '../gift-vouchers/voucher-details.read-model';
import { sampleVoucher } from './sample-voucher';
import {
  buyerMailData,
  voucherMailData,
  voucherPaymentLinkData,
  voucherPdfData,
  voucherRefundData,
} from './voucher-data';
import {
  voucherGiftMail,
  voucherMail,
  voucherPaymentLinkMail,
  voucherPdf,
  voucherRefundMail,
  voucherReminderMail,
} from './voucher-template-kinds';

/** Shown in previews instead of a voucher's key, with which whoever photographs the screen would pay. */
const SPECIMEN = 'SPEC-IMEN-SPEC-IMEN-SPEC-IMEN-SPEC';
const PLACES = {
  theatreUrl: 'https://billetterie.example/app/theatres/lumiere',
  pageUrl: 'https://billetterie.example/app/gift-vouchers/mine#specimen',
};

const voucherTemplate = <T extends KeywordTree>(
  kind: TemplateKind<T>,
  dataOf: (voucher: VoucherDetails) => DataOf<T>,
): ServedTemplate =>
  servedTemplate({
    kind,
    sample: (locale) => dataOf(sampleVoucher(locale)),
    dataOf: async (tx, actor, id) => {
      if (!mayAll(actor, 'ticketing.gift-voucher.read')) throw new Problem('security.insufficient-privilege');
      const voucher = await voucherDetails(tx, id);
      return voucher && dataOf(voucher);
    },
  });

/** The templates of gift vouchers that tenants may change, with the data of their previews. */
export const servedVoucherTemplates: readonly ServedTemplate[] = [
  voucherTemplate(voucherPdf, (voucher) => voucherPdfData(voucher, SPECIMEN)),
  voucherTemplate(voucherMail, (voucher) => buyerMailData(voucher, PLACES)),
  voucherTemplate(voucherPaymentLinkMail, (voucher) => voucherPaymentLinkData(voucher, PLACES)),
  voucherTemplate(voucherGiftMail, (voucher) => voucherMailData(voucher, PLACES)),
  voucherTemplate(voucherReminderMail, (voucher) => voucherMailData(voucher, PLACES)),
  voucherTemplate(voucherRefundMail, (voucher) =>
    voucherRefundData(voucher, PLACES, {
      amountMinor: voucher.totalMinor,
      reason: 'CANCELLED',
      isDone: false,
    }),
  ),
];
