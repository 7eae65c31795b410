import { randomUUID } from 'node:crypto';
import { ticketingV1 } from '@coulisse/contracts';
import { office, type Stored } from './support/office';

jest.setTimeout(60_000);

describe('a valid gift voucher', () => {
  const crm = office();
  const customer = (email: string) =>
    ticketingV1.Customer.fromPartial({ email, firstName: 'Sofia', lastName: 'Almeida', language: 'fr' });
  const address = () => `voucher-${randomUUID()}@crm.test`;

  it('creates a third party for its buyer and links it, once for one address', async () => {
    const email = address();
    const first = await crm.sellVoucher(crm.tenants[0], { customer: customer(email) });
    const second = await crm.sellVoucher(crm.tenants[0], { customer: customer(email.toUpperCase()) });
    const tiersId = await crm.buyerOf(first);
    expect(await crm.buyerOf(second)).toBe(tiersId);
    expect(await crm.read(`tiers/${tiersId}`)).toMatchObject({ name: 'Sofia Almeida', email });
    const reservation = await crm.sell(crm.tenants[0], customer(email));
    expect(await crm.buyerOf(reservation)).toBe(tiersId);
  });

  it('belongs to the third party that the desk chose, whatever its address', async () => {
    const chosen = await crm.make('tiers', { kind: 'particular', firstName: 'S.', lastName: 'Almeida' });
    const sold = await crm.sellVoucher(crm.tenants[0], { customer: customer(address()), tiersId: chosen.id });
    expect(await crm.buyerOf(sold)).toBe(chosen.id);
  });

  it('creates nobody without an address, and nobody in another theatre', async () => {
    const nameless = await crm.sellVoucher(crm.tenants[0], { customer: customer('') });
    const email = address();
    await crm.buyerOf(await crm.sellVoucher(crm.tenants[1], { customer: customer(email) }));
    const links = crm.publishedEvents().filter(({ $case }) => $case === 'voucherBuyerLinked');
    expect(links.filter(({ value }) => 'giftVoucherId' in value && value.giftVoucherId === nameless)).toEqual(
      [],
    );
    const thirdParties = await crm.read<{ items: Stored[] }>(`tiers?f.email.eq=${encodeURIComponent(email)}`);
    expect(thirdParties.items).toEqual([]);
  });
});
