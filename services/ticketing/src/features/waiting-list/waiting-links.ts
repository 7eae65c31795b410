import { SignedLinks, type LinkKeys } from '../signed-links';

/** Header with the key of an entry, which authorizes whoever has its link. */
export const WAITING_KEY = 'waiting-key';

/** The entry that a key opens. */
export interface OpenedEntry {
  tenantId: string;
  entryId: string;
}

/** Links to the pages of entries in waiting lists. */
export class WaitingLinks {
  private readonly links: SignedLinks;
  private readonly carts: SignedLinks;

  constructor(keys: LinkKeys) {
    this.links = new SignedLinks(keys, 'waiting list link', 'w');
    this.carts = new SignedLinks(keys, 'cart of an offer', '');
  }

  keyOf({ tenantId, entryId }: OpenedEntry): string {
    return this.links.keyOf({ tenantId, recordId: entryId });
  }

  urlOf({ tenantId, entryId }: OpenedEntry, at: { publicUrl: string; language: string }): string {
    return this.links.urlOf({ tenantId, recordId: entryId }, at);
  }

  /** Throws the same 404 for every key that is not genuine. */
  open(key: string | null): OpenedEntry {
    const { tenantId, recordId } = this.links.open(key);
    return { tenantId, entryId: recordId };
  }

  /** The token of an offer's cart: the same each time, so that a link opened twice opens one cart. */
  cartTokenOf(cartId: string): string {
    return this.carts.secretOf(cartId);
  }
}
