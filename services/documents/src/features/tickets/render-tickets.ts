import { Problem, type ServiceContext } from '@coulisse/service-kit';
import { pageCount } from '../pdf/page-count.domain';
import type { PdfRenderer } from '../pdf/pdf-renderer.port';
import type { FileStorage } from '../storage/file-storage.port';
import { ticketPages } from './ticket-page';
import { ticketsView } from './ticket-view.domain';

/** A PDF in the storage that no row references yet. */
export interface RenderedTickets {
  fileName: string;
  reservationCode: string;
  mediaType: 'application/pdf';
  size: number;
  pages: number;
  sha256: string;
}

const CALL_DEADLINE_MS = 5_000;

/** Renders the tickets of reservations. */
export class TicketRendering {
  constructor(
    private readonly renderer: PdfRenderer,
    private readonly storage: FileStorage,
  ) {}

  /**
   * Reads the reservation from ticketing, renders its tickets and stores the PDF: the slow part, outside any
   * transaction. Null when the reservation is already cancelled.
   */
  async render(
    tenantId: string,
    reservationId: string,
    ctx: ServiceContext,
  ): Promise<RenderedTickets | null> {
    const reservation = await ctx.clients.ticketing.getReservation(
      { tenantId, reservationId },
      { deadlineMs: CALL_DEADLINE_MS },
    );
    if (reservation.state === 'CANCELED') {
      ctx.log.info({ reservationId }, 'tickets.not_needed');
      return null;
    }
    const ticketCount = reservation.tickets.length;
    // The event says that tickets exist; a response without any comes from a replica that lags behind.
    if (ticketCount === 0)
      throw new Problem('service.unavailable', {
        cause: new Error(`reservation ${reservationId} has no tickets yet`),
      });
    const pdf = await this.renderer.render(await ticketPages(ticketsView(reservation)));
    const pages = pageCount(pdf) ?? ticketCount;
    if (pages !== ticketCount)
      throw new Error(`${pages} pages were printed for ${ticketCount} tickets of ${reservation.code}`);
    const sha256 = await this.storage.put(tenantId, pdf);
    return {
      fileName: `${reservation.customer?.language === 'en' ? 'tickets' : 'billets'}-${safeName(reservation.code)}.pdf`,
      reservationCode: reservation.code,
      mediaType: 'application/pdf',
      size: pdf.length,
      pages,
      sha256,
    };
  }
}

const safeName = (text: string): string => text.replace(/[^A-Za-z0-9-]/g, '_');
