import { createPrivateKey, randomUUID } from 'node:crypto';
import { filesOf, runFileRounds } from '@coulisse/resource-server';
import { templateFiles } from '@coulisse/template-server';
import { verifyTicket } from '@coulisse/ticket-code';
import { qrCodePicture } from '@coulisse/templates';
import { eventually } from '@coulisse/test-kit';
import { organiserData } from '../src/features/messages/organiser-brand';
import { verifySignature } from '../src/features/ticket-codes/ticket-keys';
import { BoxOffice, CUSTOMER, type Theatre } from './support/box-office';

jest.setTimeout(30_000);

const words = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

/** What buyers get: tickets, mails, in the templates of the theatre. */
describe('messages about a sale', () => {
  let office: BoxOffice;
  let theatre: Theatre;

  beforeAll(async () => {
    office = await BoxOffice.open();
  }, 60_000);
  beforeEach(async () => {
    theatre = await office.theatre({ rows: 2, seatsPerRow: 20 });
    office.peers.outages = 0;
  });
  afterAll(() => office.close());

  const sold = async (count = 2) => {
    const seats = (await office.seats(theatre.performanceId))
      .filter(({ state }) => state === 'FREE')
      .slice(0, count)
      .map(({ id }) => id);
    const { token, reservation, totalMinor, paymentId } = await office.paidBuyer(theatre, seats);
    await eventually(async () =>
      expect((await office.outcome(reservation.id, token)).outcome).toBe('VALIDATED'),
    );
    return { token, reservation, totalMinor, paymentId };
  };
  const secretsOf = async (reservationId: string) =>
    (
      await office.database.asSuperuser<{ secret: string }>(
        'SELECT secret FROM ticket WHERE reservation_id = $1',
        [reservationId],
      )
    ).map(({ secret }) => secret);
  const untilPage = (reservationId: string) =>
    eventually(() => {
      const page = office.peers.pages.get(reservationId);
      if (!page) throw new Error('nothing was rendered yet');
      return page;
    });
  const untilMail = (key: string) =>
    eventually(
      () => {
        const mail = office.peers.mails.get(key);
        if (!mail) throw new Error(`no mail ${key}`);
        return { ...mail, subject: words(mail.subject), text: words(mail.text) };
      },
      { timeoutMs: 20_000 },
    );
  const rendered = async (reservationId: string, kind = 'ticketing.tickets') => {
    const documentId = randomUUID();
    await office.publishEvent(theatre.tenantId, 'documents.document.v1', documentId, {
      $case: 'rendered',
      value: {
        documentId,
        kind,
        subjectId: reservationId,
        subjectResource: 'ticketing.reservation',
        key: '',
      },
    });
    return documentId;
  };
  const cancel = (reservationId: string) =>
    office.staff(
      theatre.tenantId,
      'POST',
      `/b/api/prestiscene/reservations/${reservationId}/transitions/cancel`,
      {},
    );
  const handled = (consumer: string) =>
    office.database.asSuperuser('SELECT 1 FROM kit.inbox WHERE tenant_id = $1 AND consumer = $2', [
      theatre.tenantId,
      `ticketing.${consumer}`,
    ]);

  test('tickets are rendered from the template, with codes and never with secrets as text', async () => {
    const { reservation } = await sold(3);
    const page = await untilPage(reservation.id);
    expect(page).toMatchObject({
      tenantId: theatre.tenantId,
      kind: 'ticketing.tickets',
      subject: { resource: 'ticketing.reservation', id: reservation.id, label: reservation.code },
      fileName: `billets-${reservation.code}.pdf`,
    });
    expect(page.html.match(/<section class="page">/g)).toHaveLength(3);
    expect(page.html).toContain('Le Grand Soir');
    const secrets = await secretsOf(reservation.id);
    expect(secrets).toHaveLength(3);
    for (const secret of secrets) expect(page.html).not.toContain(secret);
  });

  test("tickets and mails have the theatre's colour, and tickets its logo", async () => {
    const logo = randomUUID();
    office.peers.logos.set(logo, Buffer.from('pictures!'));
    await office.database.asSuperuser(
      `INSERT INTO settings (id, tenant_id, front_mode, front_color_for_custom, logos_id)
       VALUES (gen_random_uuid(), $1, 'CUSTOM', '#f0b652', $2)`,
      [theatre.tenantId, logo],
    );
    const { reservation } = await sold(1);
    const page = await untilPage(reservation.id);
    const picture = `data:image/webp;base64,${Buffer.from('pictures!').toString('base64')}`;
    expect(page.html).toContain(`<img class="logo" src="${picture}"`);
    const { color, headerColor } = organiserData('', { frontMode: 'CUSTOM', frontColor: '#f0b652' });
    expect(page.html).toContain(`--primary: ${color}`);
    await rendered(reservation.id);
    const mail = await untilMail(`tickets:${reservation.id}`);
    expect(mail.html).toContain(headerColor);
    expect(mail.html).not.toContain('#47216b');
  });

  test('codes of tickets are signed with the key of the tenant, whose private part is encrypted', async () => {
    const { reservation } = await sold(2);
    const codes = (await untilPage(reservation.id)).places.flatMap(({ content }) =>
      content?.$case === 'qrCode' ? [content.value.value] : [],
    );
    const tickets = await office.database.asSuperuser<{ id: string }>(
      'SELECT id FROM ticket WHERE reservation_id = $1 ORDER BY code',
      [reservation.id],
    );
    const [key, ...others] = await office.database.asSuperuser<{ public_key: Buffer; private_key: Buffer }>(
      'SELECT public_key, private_key FROM ticket_key WHERE tenant_id = $1',
      [theatre.tenantId],
    );
    expect(others).toEqual([]);
    expect(() => createPrivateKey({ key: key!.private_key, format: 'der', type: 'pkcs8' })).toThrow();
    const doorTickets = tickets.map(({ id }) => ({
      ...{ id, performanceId: theatre.performanceId, isValid: true, isReplaced: false },
    }));
    const door = {
      ...theatre,
      keys: new Map([[1, key!.public_key]]),
      ticketById: (id: string) => doorTickets.find((ticket) => ticket.id === id),
      ticketBySecret: () => undefined,
    };
    const verdicts = await Promise.all(codes.map((code) => verifyTicket(code, door, verifySignature)));
    expect(verdicts).toEqual(doorTickets.map((ticket) => ({ ok: true, ticket })));
  });

  test('a rendered document is mailed to the buyer once, and noted on the reservation before', async () => {
    const { reservation, token } = await sold();
    await untilPage(reservation.id);
    office.peers.outages = 3;
    const documentId = await rendered(reservation.id);
    // The tickets can be downloaded while no mail can be sent.
    await eventually(async () =>
      expect((await office.outcome(reservation.id, token)).documentReady).toBe(true),
    );
    const mail = await untilMail(`tickets:${reservation.id}`);
    expect(mail).toMatchObject({
      kind: 'ticketing.tickets-mail',
      to: { name: `${CUSTOMER.firstName} ${CUSTOMER.lastName}`, address: CUSTOMER.email },
      language: 'fr',
      documentIds: [documentId],
      subjectRecord: { resource: 'ticketing.reservation', id: reservation.id, label: reservation.code },
    });
    expect(mail.subject).toMatch(/^Vos billets pour Le Grand Soir, mercredi 14 mai 2031$/);
    expect(mail.text).toContain('Vos 2 billets');
    expect(mail.text).toContain('178,00 €');
  });

  test('a mail that another attempt is sending is tried again until its result is known', async () => {
    const { reservation } = await sold();
    await untilPage(reservation.id);
    office.peers.claims = 2;
    await rendered(reservation.id);
    await untilMail(`tickets:${reservation.id}`);
    expect(office.peers.claims).toBe(0);
  });

  test('documents of other kinds are nobody’s tickets', async () => {
    const { reservation, token } = await sold();
    await rendered(reservation.id, 'sales.quote');
    await eventually(async () => expect(await handled('mails-on-document')).toHaveLength(1));
    expect(office.peers.mails.has(`tickets:${reservation.id}`)).toBe(false);
    expect((await office.outcome(reservation.id, token)).documentReady).toBe(false);
  });

  test('a cancellation withdraws the tickets, tells the buyer, and stops a mail that is late', async () => {
    const { reservation } = await sold();
    await untilPage(reservation.id);
    expect((await cancel(reservation.id)).status).toBe(200);
    const mail = await untilMail(`cancellation:${reservation.id}`);
    expect(mail.subject).toBe(`Votre réservation ${reservation.code} pour Le Grand Soir est annulée`);
    expect(mail.text).toContain('178,00 €');
    expect(mail.documentIds).toEqual([]);
    await eventually(() => expect(office.peers.withdrawn.has(reservation.id)).toBe(true));
    await rendered(reservation.id);
    await eventually(async () => expect(await handled('mails-on-document')).toHaveLength(1));
    expect(office.peers.mails.has(`tickets:${reservation.id}`)).toBe(false);
  });

  test('tickets that documents has withdrawn meanwhile are sent to nobody, and the event is done', async () => {
    const { reservation } = await sold();
    await untilPage(reservation.id);
    office.peers.withdrawn.add(reservation.id);
    await rendered(reservation.id);
    await eventually(async () => expect(await handled('mails-on-document')).toHaveLength(1));
    expect(office.peers.mails.has(`tickets:${reservation.id}`)).toBe(false);
  });

  test('each payment to refund and each refund has a mail; a cancelled one has the cancellation’s', async () => {
    const { reservation } = await sold();
    const marked = async (reason: string) => {
      const paymentId = randomUUID();
      const amounts = { amountMinor: 17_800, toRefundMinor: 17_800, refundedMinor: 0, capturedMinor: 17_800 };
      await office.publishEvent(theatre.tenantId, 'payments.payment.v1', paymentId, {
        $case: 'markedForRefund',
        value: { paymentId, reservationId: reservation.id, reason, ...amounts },
      });
      return `refund-due:${paymentId}`;
    };
    const silent = await marked('CANCELLED');
    const [first, second] = [await marked('CHARGED_TWICE'), await marked('WRONG_AMOUNT')];
    expect((await untilMail(first)).subject).toBe(
      `Réservation ${reservation.code} : vous avez payé deux fois`,
    );
    expect((await untilMail(second)).text).toContain('ne correspond pas au montant');
    const refunded = async (paymentId: string, method: string) => {
      await office.publishEvent(theatre.tenantId, 'payments.payment.v1', paymentId, {
        $case: 'refunded',
        value: {
          ...{ paymentId, reservationId: reservation.id, refundId: randomUUID() },
          ...{ amountMinor: 8_900, method, refundedAt: new Date('2026-11-24T10:00:00Z') },
          ...{ toRefundMinor: 8_900, refundedMinor: 8_900 },
        },
      });
      return `refund:${paymentId}:8900:8900:${method.toLowerCase()}`;
    };
    const refundedPayment = randomUUID();
    const byTransfer = await refunded(refundedPayment, 'TRANSFER');
    expect((await untilMail(byTransfer)).text).toContain(
      'remboursé 89,00 € le mardi 24 novembre 2026, par virement',
    );
    // Recorded again after it was undone: the buyer is told once, unless it was given back in another way.
    expect(await refunded(refundedPayment, 'TRANSFER')).toBe(byTransfer);
    expect((await untilMail(await refunded(refundedPayment, 'CHEQUE'))).text).toContain('par chèque');
    expect(office.peers.mails.has(silent)).toBe(false);
  });

  test('a theatre’s own template is used from its save on, and the product’s again after a restore', async () => {
    const path = '/b/api/configuration/templates/ticketing.cancellation-mail/fr';
    const staff = <B>(method: string, suffix: string, body?: object, version?: number) =>
      office.staff<B>(theatre.tenantId, method, path + suffix, body, {
        headers: version === undefined ? {} : { 'if-match': `"${version}"` },
      });
    const source =
      '<mjml><mj-body><mj-section><mj-column><mj-text>Chez nous : {{show.name}}</mj-text></mj-column></mj-section></mj-body></mjml>';
    const wrong = await staff<{ code: string; errors: { params: object; code: string }[] }>(
      'PUT',
      '',
      { source: source.replace('show.name', 'show.nane'), subject: 'x' },
      0,
    );
    expect([wrong.status, wrong.body.code, wrong.body.errors[0]?.code]).toEqual([
      422,
      'template.invalid',
      'template.unknown-keyword-suggestion',
    ]);
    expect(wrong.body.errors[0]?.params).toMatchObject({ line: 1 });
    const saved = await staff('PUT', '', { source, subject: 'Annulé : {{reservation.code}}' }, 0);
    expect(saved.status).toBe(200);

    const own = await sold();
    await cancel(own.reservation.id);
    const mail = await untilMail(`cancellation:${own.reservation.id}`);
    expect(mail.subject).toBe(`Annulé : ${own.reservation.code}`);
    expect(mail.text).toBe('Chez nous : Le Grand Soir');

    expect((await staff('POST', '/restore', { number: null }, 1)).status).toBe(200);
    const usual = await sold();
    await cancel(usual.reservation.id);
    expect((await untilMail(`cancellation:${usual.reservation.id}`)).subject).toContain('est annulée');
  });

  test('the files of a template go with its mails beside the tickets, and are kept while it names them (R-184)', async () => {
    const path = '/b/api/configuration/templates/ticketing.tickets-mail/fr';
    const file = { tenantId: theatre.tenantId, rights: 'ticketing.template', mediaType: 'application/pdf' };
    const [plan, former] = [randomUUID(), randomUUID()];
    for (const id of [plan, former]) office.peers.files.set(id, file);
    const attach = (files: string[], version: number) =>
      office.staff(
        theatre.tenantId,
        'PUT',
        `${path}/attachments`,
        { files },
        {
          headers: { 'if-match': `"${version}"` },
        },
      );
    expect((await attach([former], 0)).status).toBe(200);
    expect((await attach([plan], 1)).status).toBe(200);
    const { reservation } = await sold();
    await untilPage(reservation.id);
    const documentId = await rendered(reservation.id);
    expect(await untilMail(`tickets:${reservation.id}`)).toMatchObject({
      documentIds: [documentId],
      fileIds: [plan],
    });
    await cancel(reservation.id);
    expect((await untilMail(`cancellation:${reservation.id}`)).fileIds).toEqual([]);
    office.peers.dueRounds.push(theatre.tenantId);
    await runFileRounds(office.service.ctx, [], [filesOf([templateFiles], false)]);
    expect([plan, former].map((id) => office.peers.keptFiles.get(id))).toEqual([false, undefined]);
  });

  test("previews have the theatre's look, with invented data too", async () => {
    const logo = randomUUID();
    office.peers.logos.set(logo, Buffer.from('pictures!'));
    await office.database.asSuperuser(
      `INSERT INTO settings (id, tenant_id, front_mode, front_color_for_custom, logos_id)
       VALUES (gen_random_uuid(), $1, 'CUSTOM', '#f0b652', $2)`,
      [theatre.tenantId, logo],
    );
    const { headerColor } = organiserData('', { frontMode: 'CUSTOM', frontColor: '#f0b652' });
    const preview = async (kind: string) => {
      const path = `/b/api/configuration/templates/${kind}/fr/preview`;
      return (await office.staff(theatre.tenantId, 'POST', path, {})).body as { html: string };
    };
    for (const kind of ['ticketing.tickets', 'ticketing.tickets-mail', 'ticketing.waiting-offer-mail']) {
      const { html } = await preview(kind);
      expect(html).toContain('data:image/webp;base64,cGljdHVyZXMh');
      expect(html).toContain(headerColor);
    }
  });

  test('a preview shows a real reservation to those who may read it, without its codes', async () => {
    const { reservation } = await sold();
    const preview = (rights: string[], tenantId = theatre.tenantId, recordId = reservation.id) =>
      office.staff<{ html: string; code?: string }>(
        tenantId,
        'POST',
        '/b/api/configuration/templates/ticketing.tickets/fr/preview',
        { recordId },
        { rights },
      );
    const both = ['ticketing.template.read', 'ticketing.reservation.read'];
    const shown = await preview(both);
    expect(shown.status).toBe(200);
    expect(shown.body.html).toContain(reservation.code);
    const printed = (await untilPage(reservation.id)).places.flatMap(({ content }) =>
      content?.$case === 'qrCode' ? [content.value.value] : [],
    );
    const secrets = await secretsOf(reservation.id);
    expect(new Set(printed).size).toBe(2);
    const pictures = shown.body.html.match(/data:image\/svg\+xml;base64,[^"]+/g) ?? [];
    expect(pictures).toHaveLength(2);
    for (const code of [...printed, ...secrets]) expect(pictures).not.toContain(qrCodePicture(code));
    expect((await preview(['ticketing.template.read'])).status).toBe(403);
    expect((await preview(['ticketing.reservation.read'])).status).toBe(403);
    expect((await preview(both, randomUUID())).status).toBe(404);
    expect((await preview(both, theatre.tenantId, randomUUID())).status).toBe(404);
  });
});
