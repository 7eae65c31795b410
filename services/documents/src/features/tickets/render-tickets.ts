import { Problem, type ServiceContext } from '@coulisse/service-kit';
import { pageCount } from '../pdf/page-count.domain';
import { PDF_RENDERER } from '../pdf/pdf-renderer.port';
import { FILE_STORAGE } from '../storage/file-storage.port';
import { ticketPages } from './ticket-page';
import { ticketsView } from './ticket-view.domain';

/** A PDF that is on the storage and that no row names yet. */
export interface RenderedTickets {
  fileName: string;
  reservationCode: string;
  mediaType: 'application/pdf';
  size: number;
  pages: number;
  sha256: string;
}

const CALL_DEADLINE_MS = 5_000;

/**
 * Asks ticketing for the reservation, prints its tickets and stores them: everything slow, outside any transaction.
 * Nothing when the reservation is cancelled by now: it needs none.
 */
export async function renderTickets(
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
  const wanted = reservation.tickets.length;
  // The event says that tickets exist; an answer without any comes from a reader that is behind.
  if (wanted === 0)
    throw new Problem('service.unavailable', {
      cause: new Error(`reservation ${reservationId} has no tickets yet`),
    });
  const pdf = await ctx.get(PDF_RENDERER).render(await ticketPages(ticketsView(reservation)));
  const pages = pageCount(pdf) ?? wanted;
  if (pages !== wanted)
    throw new Error(`${pages} pages were printed for ${wanted} tickets of ${reservation.code}`);
  const sha256 = await ctx.get(FILE_STORAGE).put(tenantId, pdf);
  return {
    fileName: `${reservation.customer?.language === 'en' ? 'tickets' : 'billets'}-${safeName(reservation.code)}.pdf`,
    reservationCode: reservation.code,
    mediaType: 'application/pdf',
    size: pdf.length,
    pages,
    sha256,
  };
}

const safeName = (text: string): string => text.replace(/[^A-Za-z0-9-]/g, '_');
