import QRCode from 'qrcode';
import { fontFaces } from './fonts';
import { TICKET_STYLE } from './ticket-style';
import { TICKET_TEXTS, type TicketTexts } from './ticket-texts';
import type { TicketsView, TicketView } from './ticket-view.domain';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes all user input: a show's name must not become markup. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** Long titles get a smaller font instead of being cut. */
function titleClass(title: string): string {
  if (title.length > 60) return 'title small';
  return title.length > 32 ? 'title medium' : 'title';
}

const fact = (label: string, value: string, look = ''): string =>
  value ? `<div class="fact ${look}"><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>` : '';

function ticketCard(ticket: TicketView, view: TicketsView, texts: TicketTexts, qr: string): string {
  const rates = view.vat.map((line) => line.rate).join(' + ');
  const vatMention = ticket.price === texts.free ? '' : `${texts.includingVat}${rates ? ` (${rates})` : ''}`;
  return `<article class="ticket">
  <div class="body">
    <header class="hero">
      <p class="organiser">${escapeHtml(view.organiser)}</p>
      <h1 class="${titleClass(view.show)}">${escapeHtml(view.show)}</h1>
      <p class="date">${escapeHtml(view.date)}</p>
      <p class="times">${escapeHtml(view.times)}</p>
    </header>
    <dl class="facts">
      ${fact(texts.seat, ticket.seat, 'wide strong')}
      ${fact(texts.category, ticket.category)}
      ${fact(texts.formula, ticket.formula)}
      ${fact(texts.bearer, view.bearer)}
      <div class="fact"><dt>${escapeHtml(texts.price)}</dt><dd class="price">${escapeHtml(ticket.price)}</dd>
        ${vatMention ? `<dd class="note">${escapeHtml(vatMention)}</dd>` : ''}</div>
    </dl>
  </div>
  <aside class="stub">
    <p class="position">${escapeHtml(ticket.position)}</p>
    <div class="qr">${qr}</div>
    <p class="number"><span>${escapeHtml(texts.number)}</span>${escapeHtml(ticket.code)}</p>
  </aside>
</article>`;
}

function practical(view: TicketsView, texts: TicketTexts): string {
  const vat = view.vat
    .map((line) => `<li>${escapeHtml(`${texts.vat} ${line.rate}`)}<b>${escapeHtml(line.amount)}</b></li>`)
    .join('');
  return `<section class="practical">
  <div><h2>${escapeHtml(texts.venue)}</h2><p class="lead">${escapeHtml(view.room)}</p><p>${escapeHtml(view.address)}</p></div>
  <div><h2>${escapeHtml(texts.reservation)}</h2><p class="lead">${escapeHtml(view.reservationCode)}</p>
    <ul><li>${escapeHtml(texts.total)}<b>${escapeHtml(view.total)}</b></li>${vat}</ul></div>
  <div><h2>${escapeHtml(texts.entrance)}</h2><p>${escapeHtml(texts.entranceText)}</p></div>
</section>`;
}

/** One HTML document with a page per ticket: converting all tickets takes hardly longer than converting one. */
export async function ticketPages(view: TicketsView): Promise<string> {
  const texts = TICKET_TEXTS[view.language];
  const pages = await Promise.all(
    view.tickets.map(async (ticket) => {
      const qr = await QRCode.toString(ticket.secret, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' });
      return `<section class="page">
${ticketCard(ticket, view, texts, qr)}
<div class="fold"></div>
${practical(view, texts)}
<footer>${escapeHtml(`${texts.seller} ${view.organiser} · ${view.reservationCode} · ${ticket.code}`)}</footer>
</section>`;
    }),
  );
  const title = escapeHtml(`${view.show} · ${view.reservationCode}`);
  return `<!doctype html><html lang="${view.language}"><head><meta charset="utf-8"><title>${title}</title>
<style>${fontFaces()}${TICKET_STYLE}</style></head><body>${pages.join('\n')}</body></html>`;
}
