import { sampleReservation } from './sample-reservation';
import { ticketPages } from './ticket-page';
import { ticketsView } from './ticket-view.domain';

const words = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

describe('ticketsView', () => {
  it('uses the language of the buyer and the time zone of the venue', () => {
    const view = ticketsView(sampleReservation());
    expect(view.date).toBe('Samedi 12 décembre 2026');
    expect(view.times).toBe('repas 19:30 · spectacle 20:30');
    expect(view.bearer).toBe('Zoé Martin');
    expect(words(view.total)).toBe('247,00 €');
    expect(view.vat.map((line) => `${words(line.rate)} ${words(line.amount)}`)).toEqual([
      '5,5 % 6,60 €',
      '20 % 20,07 €',
    ]);
    expect(view.tickets.map((ticket) => ticket.position)).toEqual([
      'Billet 1 sur 3',
      'Billet 2 sur 3',
      'Billet 3 sur 3',
    ]);
  });

  it('uses English for a buyer with language en', () => {
    const { customer } = sampleReservation();
    const view = ticketsView(
      sampleReservation({ customer: { ...customer!, language: 'en' }, mealTimes: [] }),
    );
    expect(view.date).toBe('Saturday, 12 December 2026');
    expect(view.times).toBe('show 20:30');
    expect(view.total).toBe('€247.00');
  });

  it('uses the start time when no times are given, with the local date', () => {
    const late = { startsAt: new Date('2026-12-12T23:30:00Z'), mealTimes: [], showTimes: [] };
    expect(ticketsView(sampleReservation(late))).toMatchObject({
      date: 'Dimanche 13 décembre 2026',
      times: 'spectacle 00:30',
    });
  });

  it('labels a ticket without price as free', async () => {
    const [ticket] = sampleReservation().tickets;
    const view = ticketsView(sampleReservation({ tickets: [{ ...ticket!, priceMinor: 0 }] }));
    expect(view.tickets[0]!.price).toBe('Gratuit');
    expect(await ticketPages(view)).not.toContain('TTC, TVA incluse');
  });
});

describe('ticketPages', () => {
  it('has one page and one QR code per ticket', async () => {
    const page = await ticketPages(ticketsView(sampleReservation()));
    expect(page.match(/<section class="page">/g)).toHaveLength(3);
    expect(new Set(page.match(/<svg .*?<\/svg>/gs)).size).toBe(3);
  });

  it('never contains the secret as text', async () => {
    const reservation = sampleReservation();
    const page = await ticketPages(ticketsView(reservation));
    for (const ticket of reservation.tickets) expect(page).not.toContain(ticket.secret);
  });

  it('escapes user input', async () => {
    const page = await ticketPages(
      ticketsView(sampleReservation({ showName: '<img src=x>&"', venueAddress: '<script>' })),
    );
    expect(page).not.toMatch(/<img|<script/);
    expect(page).toContain('&lt;img src=x&gt;&amp;&quot;');
  });

  it('fetches nothing: every URL is a data URL', async () => {
    const page = await ticketPages(ticketsView(sampleReservation()));
    const addresses = [...page.matchAll(/(?:src|href)\s*=\s*["']?([^"'\s>]+)|url\(([^)]{1,40})/g)].map(
      (match) => match[1] ?? match[2],
    );
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.every((address) => address!.startsWith('data:'))).toBe(true);
  });
});
