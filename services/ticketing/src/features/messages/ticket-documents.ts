import { Problem, type ServiceContext } from '@coulisse/service-kit';
import type { Templates } from '@coulisse/template-server';
import type { TicketKeys } from '../ticket-codes/ticket-keys';
import { placeMessage, safeName } from './page-place';
import { ticketedItems, ticketsData } from './sale-data';
import type { PrintedLogos } from './printed-logos';
import type { SaleReads } from './sale-reads';
import { ticketsPdf } from './sale-template-kinds';

const KEY = 'tickets';
/** Each set of tickets of a reservation is rendered once. */
export const keyOfEdition = (edition: number): string => (edition === 1 ? KEY : `${KEY}:${edition}`);
/** Of an event of documents; those that are older than changes of reservations have no key. */
export const editionOfKey = (key: string): number => Number(key.split(':')[1] ?? 1);
const RENDER_DEADLINE_MS = 40_000;
const WITHDRAW_DEADLINE_MS = 10_000;

/** Has the tickets of reservations rendered and withdrawn by documents. */
export class TicketDocuments {
  constructor(
    private readonly templates: Templates,
    private readonly reads: SaleReads,
    private readonly keys: TicketKeys,
    private readonly logos: PrintedLogos,
  ) {}

  /**
   * Has the tickets of a reservation rendered, in the tenant's template; nothing when it is cancelled, or before the day from
   * which it has tickets. Returns whether they follow on a later day.
   */
  async render(tenantId: string, reservationId: string, ctx: ServiceContext): Promise<boolean> {
    const wish = { reservationId, kind: ticketsPdf };
    const { sale, template } = await this.reads.withTemplate(tenantId, wish, ctx);
    const sign = await this.keys.signerOf(tenantId, ctx);
    if (sale.state === 'CANCELED') {
      ctx.log.info({ reservationId }, 'tickets.not_needed');
      return false;
    }
    if (sale.ticketsOn !== null) {
      ctx.log.info({ reservationId, ticketsOn: sale.ticketsOn }, 'tickets.not_due');
      return true;
    }
    if (sale.items.every(({ isTransferred }) => isTransferred)) {
      ctx.log.info({ reservationId }, 'tickets.not_needed');
      return false;
    }
    // Another `ticketed` follows when those of an exchange are numbered.
    const numbered = ticketedItems(sale).length;
    const isPartly =
      numbered <
      sale.items.filter(({ ticketState, isTransferred }) => ticketState === 'VALIDATED' && !isTransferred)
        .length;
    if (isPartly && (numbered > 0 || sale.edition > 1)) return false;
    // A document without tickets would be rendered for ever: tried again when they are numbered.
    if (numbered === 0)
      throw new Problem('service.unavailable', {
        cause: new Error(`reservation ${reservationId} has no tickets yet`),
      });
    const logo = await this.logos.logoOf(tenantId, sale.brand, ctx);
    const { html, places } = this.templates.renderPage(
      template,
      ticketsData({ ...sale, logo }, (ticketId) => sign({ performanceId: sale.performanceId, ticketId })),
    );
    try {
      await ctx.clients.rendering.renderDocument(
        {
          tenantId,
          subject: { resource: 'ticketing.reservation', id: reservationId, label: sale.code },
          kind: ticketsPdf.name,
          key: keyOfEdition(sale.edition),
          fileName: `${sale.language === 'en' ? 'tickets' : 'billets'}-${safeName(sale.code)}.pdf`,
          html,
          places: places.map(placeMessage),
          urgent: true,
        },
        { deadlineMs: RENDER_DEADLINE_MS },
      );
    } catch (error) {
      // Withdrawn by a cancellation meanwhile.
      if (!(error instanceof Problem) || error.code !== 'document.gone') throw error;
      ctx.log.info({ reservationId }, 'tickets.not_needed');
    }
    return false;
  }

  /** Makes the tickets of a cancelled reservation void; those that are being rendered too. */
  async withdraw(tenantId: string, reservationId: string, ctx: ServiceContext): Promise<void> {
    await ctx.clients.rendering.withdrawDocuments(
      { tenantId, kind: ticketsPdf.name, subjectId: reservationId },
      { deadlineMs: WITHDRAW_DEADLINE_MS },
    );
  }
}
