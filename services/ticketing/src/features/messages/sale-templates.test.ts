import type { DataOf, KeywordTree, TemplateKind } from '@coulisse/templates';
import { saleTemplates } from '../../templates';
import type { SaleDetails } from '../reservations/sale-details.read-model';
import {
  cancellationData,
  postponementData,
  depositData,
  paymentLinkData,
  preReservationData,
  revisionData,
  refundData,
  refundDueData,
  saleData,
  ticketsData,
} from './sale-data';
import { amountsOf, progressOf } from '../instalments/instalments.domain';
import { sampleSale } from './sample-sale';
import {
  cancellationMail,
  postponementMail,
  depositMail,
  paymentLinkMail,
  preReservationMail,
  revisionMail,
  refundDueMail,
  reminderMail,
  refundMail,
  ticketsMail,
  ticketsPdf,
} from './sale-template-kinds';
import { servedSaleTemplates } from './served-sale-templates';
import { servedVoucherTemplates } from './served-voucher-templates';

const templates = saleTemplates();
const words = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
const region = { zone: 'Europe/Paris', currency: 'EUR' };

/** The product's own template with data, as text without special spaces. */
async function mail<T extends KeywordTree>(
  kind: TemplateKind<T>,
  data: DataOf<T>,
  locale: 'fr' | 'en' = 'fr',
) {
  const source = templates.defaultOf(kind.name, locale);
  const loaded = await templates.compiledOf(kind, locale, source, region);
  const { subject, html, text } = await templates.renderMail(loaded, data);
  return { subject: words(subject), html, text: words(text) };
}
/** What a browser shows of escaped text. */
const decoded = (html: string): string =>
  html.replace(/&(#x?[0-9a-f]+|amp|lt|gt|quot);/gi, (_entity, name: string) => {
    const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
    if (!name.startsWith('#')) return named[name] ?? '';
    return String.fromCodePoint(name[1] === 'x' ? parseInt(name.slice(2), 16) : Number(name.slice(1)));
  });
const codeOf = (ticketId: string) => `code of ${ticketId}`;
async function tickets(sale: SaleDetails, code = codeOf): Promise<string> {
  const { language } = sale;
  const source = templates.defaultOf(ticketsPdf.name, language);
  const loaded = await templates.compiledOf(ticketsPdf, language, source, region);
  return words(templates.render(loaded, ticketsData(sale, code)));
}
async function pageOf(sale: SaleDetails) {
  const source = templates.defaultOf(ticketsPdf.name, sale.language);
  const loaded = await templates.compiledOf(ticketsPdf, sale.language, source, region);
  return templates.renderPage(loaded, ticketsData(sale, codeOf));
}
const fr = (changes: Partial<SaleDetails> = {}) => sampleSale('fr', changes);
const en = (changes: Partial<SaleDetails> = {}) => sampleSale('en', changes);

it('prints the tickets of an order by their numbers, however long these are', () => {
  const codes = ['T-2026-1000000', 'T-2026-999999', 'T-2026-1000001'];
  const sale = sampleSale('fr');
  const items = sale.items.map((item, index) => ({ ...item, ticketCode: codes[index]! }));
  expect(ticketsData({ ...sale, items }, codeOf).tickets.map(({ number }) => number)).toEqual([
    'T-2026-999999',
    'T-2026-1000000',
    'T-2026-1000001',
  ]);
});

it('puts everything that belongs to one order into a place: orders of a performance share their layout', async () => {
  for (const language of ['fr', 'en'] as const) {
    const sale = sampleSale(language);
    const sales: SaleDetails[] = [
      sale,
      {
        ...sale,
        code: 'R-2A2B-3C4D',
        totalMinor: 12_300,
        customer: { ...sale.customer, firstName: 'Ann', lastName: '<b>O’Neill' },
        vat: sale.vat.map((rate) => ({ ...rate, vatMinor: rate.vatMinor + 1 })),
        items: sale.items.map((item, index) => ({
          ...item,
          ...{ seatLabel: `Z ${index}`, formula: 'F', category: 'C', priceMinor: item.priceMinor + 100 },
          ...{ ticketCode: `T-2026-10000${index}`, ticketSecret: `other-${index}` },
        })),
      },
    ];
    const layouts = await Promise.all(sales.map(pageOf));
    expect(layouts[1]!.html).toBe(layouts[0]!.html);
    expect(layouts[1]!.places).not.toEqual(layouts[0]!.places);
    const other = await pageOf({ ...sale, showName: 'Another show' });
    expect(other.html).not.toBe(layouts[0]!.html);
  }
});

it('has product templates without errors, in both languages', async () => {
  await templates.checkDefaults();
  expect([...servedSaleTemplates, ...servedVoucherTemplates].map(({ kind }) => kind.name)).toEqual([
    'ticketing.tickets',
    'ticketing.tickets-mail',
    'ticketing.confirmation-mail',
    'ticketing.cancellation-mail',
    'ticketing.postponement-mail',
    'ticketing.reminder-mail',
    'ticketing.refund-due-mail',
    'ticketing.refund-mail',
    'ticketing.revision-mail',
    'ticketing.payment-link-mail',
    'ticketing.pre-reservation-mail',
    'ticketing.deposit-mail',
    'ticketing.transfer-mail',
    'ticketing.gift-voucher',
    'ticketing.gift-voucher-mail',
    'ticketing.gift-voucher-payment-link-mail',
    'ticketing.gift-voucher-gift-mail',
    'ticketing.gift-voucher-reminder-mail',
    'ticketing.gift-voucher-refund-mail',
  ]);
});

it('refuses a template with an unknown keyword, or one that could reach anything, by line and column', async () => {
  const check = (source: string) =>
    templates
      .compiledOf(ticketsPdf, 'fr', { source, subject: null }, region)
      .catch((error: unknown) => error);
  expect(await check('<p>\n{{reservation.cod}}</p>')).toMatchObject({
    code: 'template.invalid',
    errors: [{ pointer: '/source', params: { line: 2, column: 3 } }],
  });
  expect(await check('<script>fetch("https://example.org")</script>')).toMatchObject({
    code: 'template.invalid',
  });
  expect(await check('<img src="file:///etc/passwd">')).toMatchObject({ code: 'template.invalid' });
});

describe('the tickets', () => {
  it('use the language of the buyer and the time zone of the venue', async () => {
    const page = await tickets(fr());
    for (const piece of [
      'samedi 12 décembre 2026',
      'repas 19:30 · spectacle 20:30',
      'Zoé Martin',
      '2 × Coupe de champagne',
      '267,00 €',
    ])
      expect(page).toContain(piece);
    expect(page).toContain('TTC, TVA incluse (20 % + 10 % + 5,5 %)');
    expect([...page.matchAll(/Billet \d sur \d/g)].map(([text]) => text)).toEqual([
      'Billet 1 sur 3',
      'Billet 2 sur 3',
      'Billet 3 sur 3',
    ]);
    const english = await tickets(en({ mealTimes: [] }));
    for (const piece of ['Saturday, 12 December 2026', '€267.00', 'Ticket 1 of 3'])
      expect(english).toContain(piece);
    expect(english).toMatch(/class="times">show 20:30</);
  });

  it('use the start time when no times are given, with the local date', async () => {
    const late = { startsAt: new Date('2026-12-12T23:30:00Z'), mealTimes: [], showTimes: [] };
    const page = await tickets(fr(late));
    expect(page).toContain('dimanche 13 décembre 2026');
    expect(page).toContain('spectacle 00:30');
  });

  it('call a ticket without price free', async () => {
    const items = fr().items.map((item) => ({ ...item, priceMinor: 0 }));
    const page = await tickets(fr({ items, totalMinor: 0 }));
    expect(page).toContain('Gratuit');
    expect(page).not.toContain('TTC, TVA incluse');
  });

  it('have one page and one QR code each, in the order of their numbers, without cancelled ones', async () => {
    const [first, second, third] = fr().items;
    const items = [third!, { ...second!, ticketState: 'CANCELED' }, first!];
    const page = await tickets(fr({ items }));
    expect(page.match(/<section class="page">/g)).toHaveLength(2);
    expect(new Set(page.match(/src="data:image\/svg\+xml;base64,[^"]+"/g)).size).toBe(2);
    expect([...page.matchAll(/<div class="number">.*?>(T-[\d-]+)</g)].map(([, code]) => code)).toEqual([
      'T-2026-000042',
      'T-2026-000044',
    ]);
  });

  it('never contain a secret as text, and a preview not even as a code', async () => {
    const page = await tickets(fr());
    for (const { ticketSecret } of fr().items) expect(page).not.toContain(ticketSecret);
    const codesOf = (html: string) => new Set(html.match(/base64,[^"]+/g));
    const preview = codesOf(await tickets(fr(), () => 'specimen'));
    expect(preview.size).toBe(1);
    for (const code of codesOf(page)) expect(preview).not.toContain(code);
  });

  it('escape what people wrote and fetch nothing', async () => {
    const page = await tickets(fr({ showName: '<img src=x>&"', venueAddress: '<script>' }));
    expect(page).not.toMatch(/<img src=x|<script/);
    expect(page).toContain('&lt;img src');
    const addresses = [...page.matchAll(/(?:src|href)\s*=\s*"([^"]+)"|url\(([^)]{1,40})/g)].map(
      (match) => match[1] ?? match[2],
    );
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.every((address) => address!.startsWith('data:'))).toBe(true);
  });
});

describe('the mail of the tickets', () => {
  it('has show, date and seats, in the language of the buyer', async () => {
    const { subject, text } = await mail(ticketsMail, saleData(fr()));
    expect(subject).toBe('Vos billets pour Nuit blanche à Paris, samedi 12 décembre 2026');
    for (const piece of [
      'samedi 12 décembre 2026, repas 19:30, spectacle 20:30',
      'Rang B, place 12 · Rang B, place 13 · Rang B, place 14',
      'Vos 3 billets',
      '2 × Coupe de champagne',
      '267,00 €',
    ])
      expect(text).toContain(piece);
    const english = await mail(ticketsMail, saleData(en()), 'en');
    expect(english.subject).toBe('Your tickets for A sleepless night in Paris, Saturday, 12 December 2026');
    const single = await mail(ticketsMail, saleData(fr({ items: fr().items.slice(0, 1) })));
    expect(single.text).toContain('Votre billet pour Nuit blanche à Paris est joint');
  });

  it('names the seat of a driver as such (R-194)', async () => {
    const [first, second] = fr().items;
    const items = [first!, { ...second!, isDriver: true, formula: 'Chauffeur' }];
    const { text } = await mail(ticketsMail, saleData(fr({ items })));
    expect(text).toContain(`${first!.seatLabel} · ${second!.seatLabel} (Chauffeur)`);
  });

  it('has the same content as text and as HTML', async () => {
    const { html, text } = await mail(ticketsMail, saleData(fr()));
    for (const piece of [
      'Bonjour Zoé,',
      'R-7K3M-9QX4',
      'La Lumière',
      'Grande salle',
      '4 place des Célestins',
    ]) {
      expect(text).toContain(piece);
      expect(html).toContain(piece);
    }
  });

  it('escapes user input in the markup and in the subject', async () => {
    const sale = fr({ showName: '<b>Bold</b>\r\nBcc: someone@example.org' });
    const { html, subject } = await mail(ticketsMail, saleData(sale));
    expect(html).not.toContain('<b>Bold');
    expect(subject).not.toMatch(/[\r\n]/);
  });
});

describe.each([
  'Ren&eacute;',
  `O'Neil "Bob" & <b>`,
  'محمد عبد الله',
  'שָׁלוֹם',
  '👨‍👩‍👧‍👦',
  '{{buyer.name}}',
  '[link](https://x.example)',
  'é'.repeat(255),
])('a buyer who is called %j', (firstName) => {
  const sale = fr({ customer: { ...fr().customer, firstName } });

  it('is greeted by that name in the mail, which has no markup of it', async () => {
    const { html, text } = await mail(ticketsMail, saleData(sale));
    expect(text.replace(/\s+/g, ' ')).toContain(`Bonjour ${firstName},`);
    expect(html).not.toContain('<b>,');
    const escaped = html.match(/Bonjour ([^,]*),/)?.[1] ?? '';
    expect(decoded(escaped)).toBe(firstName);
  });

  it('has a ticket with that name', async () => {
    const { places } = await pageOf(sale);
    const shown = firstName.length > 120 ? `${'é'.repeat(119)}…` : `${firstName} ${sale.customer.lastName}`;
    expect(places.map((place) => place.value)).toContain(shown);
  });
});

describe('the mail of a payment to refund', () => {
  const due = (reason: string, sale = fr()) =>
    mail(refundDueMail, refundDueData(sale, { amountMinor: 17_800, reason }));

  it.each(['UNFULFILLABLE', '', 'ANOTHER'])('says that the seats are gone: %j', async (reason) => {
    const { text, html, subject } = await due(reason);
    expect(subject).toBe('Votre réservation R-7K3M-9QX4 va être remboursée');
    expect(text).toContain('Une ou plusieurs des places sélectionnées ne sont plus disponibles.');
    expect(html).toContain('Une ou plusieurs des places sélectionnées ne sont plus disponibles.');
    for (const piece of ['178,00 €', 'remboursé en entier sur la carte']) expect(text).toContain(piece);
  });

  it('says that the tickets stay valid and the second payment is refunded', async () => {
    const { text, subject } = await due('CHARGED_TWICE');
    expect(subject).toBe('Réservation R-7K3M-9QX4 : vous avez payé deux fois');
    expect(text).toMatch(/billets restent valables/);
    expect(text).not.toMatch(/trop tard|plus disponibles/);
    const english = await mail(
      refundDueMail,
      refundDueData(en(), { amountMinor: 17_800, reason: 'CHARGED_TWICE' }),
      'en',
    );
    expect(english.text).toMatch(/tickets are valid; the second payment, of €178.00,/);
    expect(english.subject).toBe('Reservation R-7K3M-9QX4: you paid twice');
  });

  it('does not call the tickets valid after a cancellation', async () => {
    expect((await due('CHARGED_TWICE', fr({ state: 'CANCELED' }))).text).not.toContain('valables');
  });

  it.each([
    ['PAID_AFTER_CANCELLATION', 'après l’annulation'],
    ['WRONG_AMOUNT', 'ne correspond pas au montant'],
  ])('has a text for %s', async (reason, piece) => {
    const { text } = await due(reason);
    for (const expected of ['178,00 €', piece]) expect(text).toContain(expected);
    expect(text).not.toMatch(/valables|plus disponibles/);
  });
});

describe('the mail of a cancellation', () => {
  it('has show, date, seats and the refund, in the language of the buyer', async () => {
    const canceled = {
      state: 'CANCELED',
      items: fr().items.map((item) => ({ ...item, ticketState: 'CANCELED' })),
    };
    const { text, subject, html } = await mail(
      cancellationMail,
      cancellationData(fr(canceled), { refundMinor: 17_800, hadTickets: true }),
    );
    expect(subject).toBe('Votre réservation R-7K3M-9QX4 pour Nuit blanche à Paris est annulée');
    for (const piece of ['samedi 12 décembre 2026', 'Rang B, place 12 · Rang B, place 13', '178,00 €'])
      expect(text).toContain(piece);
    expect(text).toContain('ne sont plus valables');
    expect(html).toContain('ne sont plus valables');
    const english = await mail(
      cancellationMail,
      cancellationData(en(canceled), { refundMinor: 17_800, hadTickets: true }),
      'en',
    );
    expect(english.subject).toContain('is cancelled');
  });

  it('announces no refund where nothing was paid', async () => {
    const { text } = await mail(
      cancellationMail,
      cancellationData(fr(), { refundMinor: 0, hadTickets: true }),
    );
    expect(text).toContain('rien n’est à rembourser');
    expect(text).not.toContain('va vous être remboursée');
  });
});

describe('the mail of a performance that is cancelled', () => {
  it('says so, and names tickets only to who had some', async () => {
    const sale = fr({ state: 'CANCELED', isPerformanceCanceled: true });
    const sold = await mail(
      cancellationMail,
      cancellationData(sale, { refundMinor: 17_800, hadTickets: true }),
    );
    expect(sold.subject).toBe(
      'Nuit blanche à Paris n’aura pas lieu : votre réservation R-7K3M-9QX4 est annulée',
    );
    for (const piece of ['n’aura pas lieu', 'ne sont plus valables', '178,00 €'])
      expect(sold.text).toContain(piece);
    const held = await mail(cancellationMail, cancellationData(sale, { refundMinor: 0, hadTickets: false }));
    expect(held.text).toContain('n’aura pas lieu');
    expect(held.text).not.toContain('ne sont plus valables');
  });
});

describe('the mail of a postponement', () => {
  const formerStartsAt = new Date('2026-11-28T19:30:00Z');
  it('has both dates, the message of the theatre, and how to be refunded', async () => {
    const message = 'La comédienne est souffrante <b>& se repose</b>';
    const cancelableUntil = new Date('2026-12-05T11:00:00Z');
    const data = postponementData(fr(), { formerStartsAt, message, cancelableUntil });
    const { subject, text, html } = await mail(postponementMail, data);
    expect(subject).toBe('Nuit blanche à Paris : nouvelle date de votre réservation R-7K3M-9QX4');
    for (const piece of ['samedi 28 novembre 2026', 'samedi 12 décembre 2026', '5 décembre 2026', message])
      expect(text).toContain(piece);
    expect(html).toContain('&lt;b&gt;&amp; se repose');
  });

  it('promises no refund where there is none, and no tickets to who has none', async () => {
    const data = postponementData(en({ state: 'PRE_RESERVATION' }), {
      formerStartsAt,
      message: '',
      cancelableUntil: null,
    });
    const { text } = await mail(postponementMail, data, 'en');
    expect(text).toContain('Your seats stay reserved');
    expect(text).not.toMatch(/refunded|tickets with the new date/);
  });
});

test('the reminder says when, where and which places, and leads to the tickets', async () => {
  const { subject, text, html } = await mail(reminderMail, saleData(fr()));
  expect(subject).toBe('À bientôt : Nuit blanche à Paris, samedi 12 décembre 2026');
  for (const piece of ['repas 19:30', 'Rang B, place 12', '4 place des Célestins'])
    expect(text).toContain(piece);
  expect(html).toContain('https://billetterie.example/app/o#specimen');
  expect((await mail(reminderMail, saleData(en()), 'en')).subject).toContain('See you soon');
});

describe('the mail of a refund that was made', () => {
  const refund = { amountMinor: 17_800, refundedAt: new Date('2026-11-24T10:00:00Z') };

  it('has amount, date and method', async () => {
    const { text } = await mail(refundMail, refundData(fr(), { ...refund, method: 'TRANSFER' }));
    expect(text).toContain('remboursé 178,00 € le mardi 24 novembre 2026, par virement.');
    expect(text).toContain('quelques jours');
    const cash = await mail(refundMail, refundData(en(), { ...refund, method: 'CASH' }), 'en');
    expect(cash.text).toContain('in cash.');
    expect(cash.text).not.toContain('within a few days');
    const unknown = await mail(refundMail, refundData(fr(), { ...refund, method: '' }));
    expect(unknown.text).toContain('le mardi 24 novembre 2026.');
  });
});

test('a reservation that was changed before its sale is told of with its total and its deadline', async () => {
  const deadline = new Date('2026-12-01T18:00:00Z');
  const { subject, text } = await mail(revisionMail, revisionData(fr(), { deadline }));
  expect(subject).toBe('Réservation R-7K3M-9QX4 modifiée');
  for (const piece of ['préréservation', 'mardi 1 décembre 2026', '19:00', 'Total'])
    expect(text).toContain(piece);
  const quote = revisionData({ ...en(), state: 'QUOTE_REQUESTED' }, { deadline });
  expect((await mail(revisionMail, quote, 'en')).text).toContain('request for a quote');
});

test('a cancellation that keeps the deposit says so', async () => {
  const data = cancellationData(fr(), { refundMinor: 0, keptMinor: 26_700, hadTickets: false });
  const { text } = await mail(cancellationMail, data);
  expect(text).toContain('L’acompte versé, 267,00 €, n’est pas remboursé');
  expect(text).not.toContain('rien n’est à rembourser');
});

test('a pre-reservation whose deadline has passed says so, in place of a cancellation by somebody', async () => {
  const { text } = await mail(
    cancellationMail,
    cancellationData(fr(), { refundMinor: 0, hadTickets: false, isExpired: true }),
  );
  expect(text).toContain('est passé : elle est annulée, et vos places ne sont plus gardées');
  expect(text).not.toContain('a été annulée');
  const english = cancellationData(en(), { refundMinor: 0, hadTickets: false, isExpired: true });
  expect((await mail(cancellationMail, english, 'en')).text).toContain('your seats are no longer held');
});

describe('the mails of a pre-reservation', () => {
  const deadline = new Date('2026-12-01T18:00:00Z');
  const orderUrl = 'https://coulisse.test/app/o?lang=fr#key';
  const schedule = amountsOf(
    [
      { label: 'Acompte', dueOn: '2026-11-10', share: { kind: 'percentage', points: 3_000 } },
      { label: 'Solde', dueOn: '2026-12-01', share: { kind: 'rest' } },
    ],
    26_700,
  );
  const heldWith = (paidMinor: number) => ({
    ...{ deadline, paidMinor },
    instalments: progressOf(schedule, paidMinor, '2026-11-01'),
  });

  it('say until when the seats are held, what is left to pay, and how', async () => {
    const data = preReservationData(fr({ orderUrl }), { deadline, paidMinor: 6_700, instalments: [] });
    const { subject, text } = await mail(preReservationMail, data);
    expect(subject).toBe(
      'Vos places pour Nuit blanche à Paris sont réservées jusqu’au mardi 1 décembre 2026',
    );
    for (const piece of ['19:00', 'Il reste 200,00 € à payer d’ici là', '67,00 €', '267,00 €', orderUrl])
      expect(text).toContain(piece);
    expect(text).not.toContain('échéancier');
  });

  it('have the agreed payments where there are some', async () => {
    const { text } = await mail(preReservationMail, preReservationData(fr({ orderUrl }), heldWith(0)));
    for (const piece of ['selon l’échéancier', 'Acompte', '80,10 €, au plus tard le mardi 10 novembre 2026'])
      expect(text).toContain(piece);
    expect(text).toContain('186,90 €, au plus tard le mardi 1 décembre 2026');
    expect(text).not.toContain('Déjà payé');
    const english = await mail(preReservationMail, preReservationData(en({ orderUrl }), heldWith(0)), 'en');
    expect(english.text).toContain('You pay by the schedule below');
  });

  it('say that nothing is left where a gift voucher pays everything', async () => {
    const data = preReservationData(fr(), { deadline, paidMinor: 26_700, instalments: [] });
    const { text } = await mail(preReservationMail, data);
    expect(text).toContain('Il ne reste rien à payer');
    expect(text).not.toContain('Reste à payer');
  });

  it('confirm a deposit, with what is left and until when', async () => {
    const data = depositData(fr({ orderUrl }), { ...heldWith(8_010), amountMinor: 8_010 });
    const { subject, text } = await mail(depositMail, data);
    expect(subject).toBe('Réservation R-7K3M-9QX4 : versement de 80,10 € reçu');
    for (const piece of [
      'Il reste 186,90 € à payer ; prochain versement : 186,90 €, au plus tard le mardi 1 décembre 2026',
      '80,10 €, payé',
      'Vos places sont gardées jusqu’au',
    ])
      expect(text).toContain(piece);
    const english = depositData(en({ orderUrl }), { ...heldWith(8_010), amountMinor: 8_010 });
    expect((await mail(depositMail, english, 'en')).text).toContain('next payment: €186.90, by');
  });
});

test('a cancellation says what is on the gift voucher again', async () => {
  const partly = cancellationData(fr(), { refundMinor: 3_000, toVoucherMinor: 5_000, hadTickets: true });
  const { text } = await mail(cancellationMail, partly);
  expect(text).toContain('La somme payée en plus de votre bon cadeau, 30,00 €, va vous être remboursée');
  expect(text).toContain('Votre bon cadeau est recrédité de 50,00 €');
  const wholly = cancellationData(en(), { refundMinor: 0, toVoucherMinor: 5_000, hadTickets: true });
  const english = await mail(cancellationMail, wholly, 'en');
  expect(english.text).toContain('€50.00 is back on your gift voucher');
  expect(english.text).not.toContain('Nothing had been paid');
});

describe('the mail with the link to pay', () => {
  const deadline = new Date('2026-12-01T18:00:00Z');

  it('has the amount, the deadline and the link', async () => {
    const orderUrl = 'https://coulisse.test/app/o?lang=fr#key';
    const data = paymentLinkData(fr({ orderUrl }), { amountMinor: 5_400, deadline });
    const { subject, text, html } = await mail(paymentLinkMail, data);
    expect(subject).toBe('Réservation R-7K3M-9QX4 : 54,00 € à payer');
    for (const piece of ['mardi 1 décembre 2026', '19:00', 'Payer 54,00 €', orderUrl])
      expect(text).toContain(piece);
    expect(html).toContain('#key');
    const english = await mail(
      paymentLinkMail,
      paymentLinkData(en({ orderUrl }), { amountMinor: 5_400, deadline }),
      'en',
    );
    expect(english.text).toContain('held until');
  });

  it('names the agreed payment and its last day', async () => {
    const instalment = { label: 'Acompte', until: new Date('2026-12-05T22:59:59Z') };
    const due = { amountMinor: 26_700, deadline, instalment };
    const { text } = await mail(paymentLinkMail, paymentLinkData(fr(), due));
    for (const piece of ['« Acompte »', 'samedi 5 décembre 2026', '267,00 €']) expect(text).toContain(piece);
    expect(text).not.toContain('remises en vente');
    const english = await mail(paymentLinkMail, paymentLinkData(en(), due), 'en');
    expect(english.text).toContain('As agreed');
  });

  it('names no deadline for what a sold reservation still owes', async () => {
    const { text } = await mail(
      paymentLinkMail,
      paymentLinkData(fr(), { amountMinor: 5_400, deadline: null }),
    );
    expect(text).toContain('n’est pas entièrement réglée');
    expect(text).not.toContain('remises en vente');
  });
});
