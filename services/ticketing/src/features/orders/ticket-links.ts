import { SignedLinks, type LinkKeys } from '../signed-links';

/** Header with the key of a transferred ticket. */
export const TICKET_KEY = 'ticket-key';

/** The place whose ticket a key opens. */
export interface OpenedTicket {
  tenantId: string;
  itemId: string;
}

/** Links to single tickets that were passed on. */
export class TicketLinks {
  private readonly links: SignedLinks;

  constructor(keys: LinkKeys) {
    this.links = new SignedLinks(keys, 'ticket link', 't');
  }

  urlOf({ tenantId, itemId }: OpenedTicket, at: { publicUrl: string; language: string }): string {
    return this.links.urlOf({ tenantId, recordId: itemId }, at);
  }

  /** Throws the same 404 for every key that is not genuine. */
  open(key: string | null): OpenedTicket {
    const { tenantId, recordId } = this.links.open(key);
    return { tenantId, itemId: recordId };
  }
}
