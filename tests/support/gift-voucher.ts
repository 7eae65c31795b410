import { randomUUID } from 'node:crypto';
import { decideAtBank, type BankForm } from './bank';
import { callOk } from './public-api';
import { customer } from './sale';
import { eventually, getJson } from './stack';

const SHOP = '/app-api/prestiscene/gift-vouchers/cart';

export interface SoldVoucher {
  id: string;
  /** Credential of its buyer. */
  link: string;
}

/** A gift voucher of 50 euros of a theatre, bought on line and paid for at the bank. */
export async function soldVoucher(
  theatre: string,
  email = `${randomUUID()}@buyer.example`,
): Promise<SoldVoucher> {
  const { id: saasCustomer } = await getJson<{ id: string }>(
    `/app-api/configuration/saas-customers/${theatre}`,
  );
  const { giftVoucher, link } = await callOk<{ giftVoucher: { id: string }; link: string }>(`${SHOP}/save`, {
    body: {
      saasCustomer,
      amount: '50',
      beneficiaryName: 'Alix',
      customer: customer(email),
      cgvAccepted: true,
    },
  });
  const headers = { 'voucher-link': link };
  const { form } = await callOk<{ form: BankForm }>(`${SHOP}/pay`, { headers, body: {} });
  await decideAtBank(form, 'pay');
  await eventually(async () => {
    const { state } = await callOk<{ state: string }>(SHOP, { headers });
    if (state !== 'VALIDATED') throw new Error(`the voucher is ${state}`);
  });
  return { id: giftVoucher.id, link };
}
