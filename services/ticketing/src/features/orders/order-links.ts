import { RecordLinks, type LinkSecrets } from './record-links';

/** Header with the key of an order, which authorizes whoever has its link. */
export const ORDER_KEY = 'order-key';

/** The reservation that a key opens. */
export interface OpenedOrder {
  tenantId: string;
  reservationId: string;
}

/** Links to orders. */
export class OrderLinks {
  private readonly links: RecordLinks;

  constructor(secrets: LinkSecrets) {
    this.links = new RecordLinks(secrets, 'order link');
  }

  keyOf({ tenantId, reservationId }: OpenedOrder): string {
    return this.links.keyOf({ tenantId, id: reservationId });
  }

  /**
   * Address of the order's page. The key is in the fragment: browsers send it to no server, so it is in no log of
   * requests and in no `Referer`.
   */
  urlOf(order: OpenedOrder, { publicUrl, language }: { publicUrl: string; language: string }): string {
    return `${publicUrl.replace(/\/$/, '')}/app/o?lang=${language}#${this.keyOf(order)}`;
  }

  /** Throws the same 404 for every key that is not genuine. */
  open(key: string | null): OpenedOrder {
    const { tenantId, id: reservationId } = this.links.open(key);
    return { tenantId, reservationId };
  }
}
