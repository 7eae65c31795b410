import { createApi } from '@coulisse/mfe-kit/api';
import { toLanguage } from '@coulisse/ui-kit/format';
import { queryOptions } from '@tanstack/react-query';
import { api, readPublic } from '../api/client';
import { retryWhenRateLimited } from '../api/rate-limit-retry';
import type { PaymentForm } from '../api/types';
import type { CustomerValues } from '../checkout/customer-form';
import { toCustomer } from '../checkout/customer-form';
import { keyFor } from '../checkout/request-key';
import { postForm } from '../checkout/post-form';
import { toOrder, type VoucherValues } from './voucher-order';
import type { BoughtVoucher, MyVoucher, VoucherOffer } from './voucher-types';

const VOUCHERS = '/app-api/prestiscene/gift-vouchers';

/** The key of a link is sent as a header, because addresses are logged. */
const withLink = (link: string) => ({ 'Voucher-Link': link });

// The link says whose voucher it is: reading needs no session.
const plain = createApi({ language: () => toLanguage(document.documentElement.lang) });

export const offerQuery = (slug: string) =>
  queryOptions({
    queryKey: ['voucher-offer', slug],
    queryFn: ({ signal }) =>
      readPublic<VoucherOffer>(`${VOUCHERS}/by-saas-customer/${encodeURIComponent(slug)}`, signal),
  });

export const readVoucher = (link: string, signal?: AbortSignal): Promise<BoughtVoucher> =>
  retryWhenRateLimited(
    () => plain.get<BoughtVoucher>(`${VOUCHERS}/cart`, { headers: withLink(link), signal }),
    signal,
  );

/** By the address of the account, so that another one who signs in on this device never sees them. */
export const myVouchersQuery = (email: string) =>
  queryOptions({
    queryKey: ['my-vouchers', email],
    queryFn: ({ signal }) => api.get<{ items: MyVoucher[] }>(`${VOUCHERS}/mine`, signal),
  });

interface Purchase {
  theatreId: string;
  offer: VoucherOffer;
  voucher: VoucherValues;
  customer: CustomerValues;
  language: string;
}

/** Orders a voucher; a second click, or a retry after a lost response, is the same order. */
export async function orderVoucher(purchase: Purchase): Promise<{ id: string; link: string }> {
  const { theatreId, offer, voucher, customer, language } = purchase;
  const body = {
    saasCustomer: theatreId,
    ...toOrder(voucher, offer),
    customer: toCustomer(customer),
    language,
    cgvAccepted: customer.cgvAccepted,
  };
  const { giftVoucher, link } = await api.post<{ giftVoucher: { id: string }; link: string }>(
    `${VOUCHERS}/cart/save`,
    body,
    { idempotencyKey: keyFor(JSON.stringify(['gift-voucher', body])) },
  );
  return { id: giftVoucher.id, link };
}

/**
 * Requests the bank's form and submits it; the promise never resolves, since the page is being left. The link is stored for
 * the way back: a buyer may have come by the link of a mail.
 */
export async function payVoucher({ id, link }: { id: string; link: string }): Promise<never> {
  storeLink(id, link);
  const { form } = await api.post<PaymentForm>(`${VOUCHERS}/cart/pay`, {}, { headers: withLink(link) });
  if (form) postForm(form);
  return new Promise<never>(() => undefined);
}

/** Saves the PDF: a link in the page could not send the key. */
export async function saveVoucherPdf(link: string, name: string): Promise<void> {
  const response = await retryWhenRateLimited(() =>
    plain.raw('GET', `${VOUCHERS}/cart/voucher.pdf`, { headers: withLink(link) }),
  );
  const address = URL.createObjectURL(await response.blob());
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // Some browsers begin to read after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const linkKey = (id: string): string => `coulisse.gift-voucher.${id}`;

/** For this tab only, until it comes back from the bank: whoever has the link can download the voucher. */
const storeLink = (id: string, link: string): void => sessionStorage.setItem(linkKey(id), link);
export const storedLink = (id: string): string => sessionStorage.getItem(linkKey(id)) ?? '';
