import { SignedLinks, type LinkKeys } from '../signed-links';

/** Header with the key of an order, which authorizes whoever has its link. */
export const ORDER_KEY = 'order-key';

/** The reservation that a key opens. */
export interface OpenedOrder {
  tenantId: string;
  reservationId: string;
}

/** Links to the pages of orders. */
export class OrderLinks {
  private readonly links: SignedLinks;

  constructor(keys: LinkKeys) {
    this.links = new SignedLinks(keys, 'order link', 'o');
  }

  keyOf({ tenantId, reservationId }: OpenedOrder): string {
    return this.links.keyOf({ tenantId, recordId: reservationId });
  }

  urlOf({ tenantId, reservationId }: OpenedOrder, at: { publicUrl: string; language: string }): string {
    return this.links.urlOf({ tenantId, recordId: reservationId }, at);
  }

  /** Throws the same 404 for every key that is not genuine. */
  open(key: string | null): OpenedOrder {
    const { tenantId, recordId } = this.links.open(key);
    return { tenantId, reservationId: recordId };
  }
}
