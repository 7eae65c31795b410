import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { topics, type TopicEvent } from '@coulisse/contracts';
import { systemActor } from '@coulisse/service-kit';
import { MemoryBus } from '@coulisse/service-kit/messaging';
import {
  eventually,
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { describeResource, serviceHarness } from '@coulisse/test-kit/describe-resource';
import { Mailbox } from '@coulisse/test-kit/mailbox';
import { MAIL_SENDER, type Delivery } from '../src/features/mail/mail-sender.port';
import { storeSentMail } from '../src/features/messages/send-once';
import { sampleReservation } from '../src/features/messages/sample-reservation';
import { notification } from '../src/resources';
import { service } from '../src/service';
import { FakePeers } from './support/fake-peers';

const SMTP_URL = process.env.TEST_SMTP_URL ?? '';
const mailbox = new Mailbox(process.env.TEST_MAILBOX_URL ?? '');

describe('mails', () => {
  const peers = new FakePeers();
  const bus = new MemoryBus();
  let database: TestDatabase;
  let running: TestService;

  beforeAll(async () => {
    await peers.start();
    database = await testDatabase(join(__dirname, '..'));
    running = await startTestService(service, {
      database,
      bus,
      backOff: { attempts: 5, baseMs: 20, maxMs: 100 },
      env: { TICKETING_GRPC: peers.address, DOCUMENTS_GRPC: peers.address, SMTP_URL },
    });
  }, 60_000);
  afterAll(async () => {
    await running.stop();
    await database.drop();
    peers.stop();
  });

  const inbox = (address: string) => mailbox.mailsTo(address);
  const publish = async (
    topic: 'documents.document.v1' | 'payments.payment.v1' | 'ticketing.reservation.v1',
    tenantId: string,
    key: string,
    bytes: Uint8Array,
    type: string,
  ): Promise<void> => {
    const headers = {
      ce_id: randomUUID(),
      ce_type: type,
      ce_time: new Date().toISOString(),
      ce_tenantid: tenantId,
    };
    await bus.publish([{ topic, key, value: Buffer.from(bytes), headers }]);
  };
  /** A buyer with a mailbox of their own. */
  const buyer = () => {
    const tenantId = randomUUID();
    const reservationId = randomUUID();
    const address = `${reservationId}@example.test`;
    const reservation = sampleReservation({ reservationId });
    peers.reservations.set(reservationId, {
      ...reservation,
      customer: { ...reservation.customer!, email: address },
    });
    return { tenantId, reservationId, address };
  };
  const rendered = async ({ tenantId, reservationId }: ReturnType<typeof buyer>): Promise<void> => {
    const documentId = randomUUID();
    const content = Buffer.from('%PDF-1.7 tickets %%EOF');
    peers.documents.set(documentId, {
      documentId,
      fileName: 'billets-R-2026-000123.pdf',
      mediaType: 'application/pdf',
      content,
    });
    const event: TopicEvent<'documents.document.v1'> = {
      $case: 'rendered',
      value: { documentId, kind: 'TICKETS', subjectId: reservationId },
    };
    await publish(
      'documents.document.v1',
      tenantId,
      documentId,
      topics['documents.document.v1'].encode({ event }).finish(),
      'rendered',
    );
  };
  const payment = async (tenantId: string, event: TopicEvent<'payments.payment.v1'>): Promise<void> =>
    publish(
      'payments.payment.v1',
      tenantId,
      event.value.paymentId,
      topics['payments.payment.v1'].encode({ event }).finish(),
      event.$case,
    );
  const markedForRefund = async (
    { tenantId, reservationId }: ReturnType<typeof buyer>,
    reason = 'UNFULFILLABLE',
  ): Promise<string> => {
    const paymentId = randomUUID();
    await payment(tenantId, {
      $case: 'markedForRefund',
      value: {
        paymentId,
        reservationId,
        amountMinor: 17800,
        reason,
        toRefundMinor: 17800,
        refundedMinor: 0,
        capturedMinor: 17800,
      },
    });
    return paymentId;
  };
  const canceled = async (
    { tenantId, reservationId }: ReturnType<typeof buyer>,
    { refundMinor = 17800, wasValidated = true } = {},
  ): Promise<void> => {
    const reservation = peers.reservations.get(reservationId)!;
    peers.reservations.set(reservationId, { ...reservation, state: 'CANCELED', tickets: [] });
    const event: TopicEvent<'ticketing.reservation.v1'> = {
      $case: 'canceled',
      value: { reservationId, performanceId: randomUUID(), paymentIds: [], refundMinor, wasValidated },
    };
    await publish(
      'ticketing.reservation.v1',
      tenantId,
      reservationId,
      topics['ticketing.reservation.v1'].encode({ event }).finish(),
      'canceled',
    );
  };
  const sent = (reservationId: string) =>
    bus
      .published('notifications.notification.v1')
      .map((message) => topics['notifications.notification.v1'].decode(message.value).event!.value)
      .filter((value) => value.subjectId === reservationId);
  const untilSent = (reservationId: string) =>
    eventually(() => {
      const [event] = sent(reservationId);
      if (!event) throw new Error('nothing was sent yet');
      return event;
    });

  it('send the tickets to their buyer', async () => {
    const zoe = buyer();
    await rendered(zoe);
    expect(await untilSent(zoe.reservationId)).toMatchObject({ template: 'RESERVATION_TICKETS' });
    const [mail] = await inbox(zoe.address);
    expect(mail!.subject).toBe('Vos billets pour Nuit blanche à Paris, samedi 12 décembre 2026');
    expect(mail!.from.name).toBe('La Lumière');
    expect(mail!.text).toContain('Bonjour Zoé,');
    expect(mail!.html).toContain('Rang B, place 12');
    expect(mail!.attachments).toMatchObject([
      { contentType: 'application/pdf', fileName: 'billets-R-2026-000123.pdf' },
    ]);
    expect(mail!.messageId).toContain(`reservation-tickets.${zoe.reservationId}@`);
    expect((await mailbox.attachment(mail!)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('are sent once for repeated events', async () => {
    const zoe = buyer();
    for (let time = 0; time < 3; time += 1) await rendered(zoe);
    const last = buyer();
    await rendered(last);
    await untilSent(last.reservationId);
    expect(await inbox(zoe.address)).toHaveLength(1);
    expect(sent(zoe.reservationId)).toHaveLength(1);
  });

  it('announce the refund when the seats are no longer available', async () => {
    const zoe = buyer();
    const paymentId = await markedForRefund(zoe);
    expect(await untilSent(paymentId)).toMatchObject({ template: 'RESERVATION_REFUND' });
    const [mail] = await inbox(zoe.address);
    expect(mail!.text).toContain('Une ou plusieurs des places sélectionnées ne sont plus disponibles.');
    expect(mail!.text).toContain('remboursé en entier');
  });

  it('announce a double payment for each payment, and never that seats are lost', async () => {
    const zoe = buyer();
    const [first, second] = [
      await markedForRefund(zoe, 'CHARGED_TWICE'),
      await markedForRefund(zoe, 'CHARGED_TWICE'),
    ];
    await untilSent(first);
    await untilSent(second);
    const mails = await inbox(zoe.address);
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(mail.subject).toBe('Réservation R-2026-000123 : vous avez payé deux fois');
      expect(mail.text).toContain('vos billets restent valables');
      expect(mail.text).not.toMatch(/plus disponibles|trop tard/);
    }
  });

  it('announce a cancellation once, without a second mail for its refund', async () => {
    const zoe = buyer();
    await canceled(zoe);
    await canceled(zoe);
    await markedForRefund(zoe, 'CANCELLED');
    expect(await untilSent(zoe.reservationId)).toMatchObject({ template: 'RESERVATION_CANCELED' });
    const last = buyer();
    await markedForRefund(last, 'WRONG_AMOUNT').then(untilSent);
    const mails = await inbox(zoe.address);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.subject).toBe('Votre réservation R-2026-000123 pour Nuit blanche à Paris est annulée');
    expect(mails[0]!.text.replace(/\s/g, ' ')).toContain('178,00 €');
    expect(mails[0]!.text).toContain('Rang B, place 12');
    expect(mails[0]!.text).toContain('samedi 12 décembre 2026');
  });

  it('are not sent for a cancelled draft', async () => {
    const zoe = buyer();
    await canceled(zoe, { wasValidated: false, refundMinor: 0 });
    const last = buyer();
    await canceled(last);
    await untilSent(last.reservationId);
    expect(await inbox(zoe.address)).toEqual([]);
  });

  it('send no tickets once the reservation is cancelled, whichever event comes first', async () => {
    const [early, late] = [buyer(), buyer()];
    await canceled(early);
    await rendered(early);
    await rendered(late);
    await untilSent(late.reservationId);
    await canceled(late);
    await eventually(() => expect(sent(late.reservationId)).toHaveLength(2));
    await untilSent(early.reservationId);
    expect((await inbox(early.address)).map((mail) => mail.attachments ?? [])).toEqual([[]]);
    const rows = await database.asSuperuser<{ template: string }>(
      'SELECT template FROM notification WHERE reservation_id = $1',
      [early.reservationId],
    );
    expect(rows).toEqual([{ template: 'RESERVATION_CANCELED' }]);
  });

  it('send no tickets whose document was withdrawn, and the event is handled', async () => {
    const zoe = buyer();
    peers.documentsWithdrawn = true;
    await rendered(zoe);
    const inboxed = () =>
      database.asSuperuser(
        `SELECT 1 FROM inbox WHERE tenant_id = $1 AND consumer = 'notifications.on-document'`,
        [zoe.tenantId],
      );
    await eventually(async () => expect(await inboxed()).toHaveLength(1));
    peers.documentsWithdrawn = false;
    expect(await inbox(zoe.address)).toEqual([]);
  });

  it('announce each refund that was made', async () => {
    const zoe = buyer();
    const refundId = randomUUID();
    const event: TopicEvent<'payments.payment.v1'> = {
      $case: 'refunded',
      value: {
        paymentId: randomUUID(),
        reservationId: zoe.reservationId,
        refundId,
        amountMinor: 17800,
        method: 'TRANSFER',
        refundedAt: new Date('2026-11-24T10:00:00Z'),
        toRefundMinor: 0,
        refundedMinor: 17800,
      },
    };
    await payment(zoe.tenantId, event);
    await payment(zoe.tenantId, event);
    expect(await untilSent(refundId)).toMatchObject({ template: 'PAYMENT_REFUNDED' });
    const last = buyer();
    await canceled(last);
    await untilSent(last.reservationId);
    const mails = await inbox(zoe.address);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain('le mardi 24 novembre 2026, par virement');
  });

  describe('that the mail server', () => {
    const answer = (deliver: () => Promise<Delivery>) =>
      jest.spyOn(running.container.get(MAIL_SENDER), 'send').mockImplementation(deliver);
    afterEach(() => jest.restoreAllMocks());

    it('refuses are stored as failures, without a sent event', async () => {
      answer(async () => ({ accepted: false, reason: '550 no such mailbox' }));
      const zoe = buyer();
      await rendered(zoe);
      await eventually(async () => {
        const rows = await database.asSuperuser(
          'SELECT success, failure, sent_at FROM notification WHERE reservation_id = $1',
          [zoe.reservationId],
        );
        expect(rows).toEqual([{ success: false, failure: '550 no such mailbox', sent_at: null }]);
      });
      expect(sent(zoe.reservationId)).toEqual([]);
    });

    it('cannot take now are retried', async () => {
      let refusals = 2;
      answer(async () => {
        refusals -= 1;
        if (refusals >= 0) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
        return { accepted: true };
      });
      const zoe = buyer();
      await rendered(zoe);
      await untilSent(zoe.reservationId);
      expect(refusals).toBe(-1);
    });
  });

  describe('as a resource', () => {
    describeResource(
      notification,
      serviceHarness(() => running, {
        make: async ({ tenantId }) => {
          const subjectId = randomUUID();
          const mail = {
            messageId: subjectId,
            subject: 'Vos billets',
            to: { name: 'Zoé', address: 'zoe@example.test' },
          };
          const sentMail = { mail, reservationCode: 'R-2026-000123', delivery: { accepted: true as const } };
          await running.ctx.db.inTenant(systemActor(tenantId, 'test'), (tx) =>
            storeSentMail(
              { template: 'RESERVATION_TICKETS', subjectId, reservationId: subjectId },
              sentMail,
              tx,
            ),
          );
          return (await untilSent(subjectId)).notificationId;
        },
      }),
    );
  });
});
