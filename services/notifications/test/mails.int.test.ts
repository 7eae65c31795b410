import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { topics, type TopicEvent } from '@coulisse/contracts';
import { systemActor } from '@coulisse/service-kit';
import { MemoryBus } from '@coulisse/service-kit/messaging/memory-bus';
import {
  eventually,
  startTestService,
  testDatabase,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { describeResource, serviceHarness } from '@coulisse/test-kit/describe-resource';
import { Mailbox } from '@coulisse/test-kit/mailbox';
import { MAIL_SENDER, type Delivery, type MailSender } from '../src/features/mail/mail-sender.port';
import { keep } from '../src/features/messages/send-once';
import { sampleReservation } from '../src/features/messages/sample-reservation';
import en from '../src/locales/en.json';
import fr from '../src/locales/fr.json';
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
    topic: 'documents.document.v1' | 'payments.payment.v1',
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
  const markedForRefund = async ({ tenantId, reservationId }: ReturnType<typeof buyer>): Promise<void> => {
    const paymentId = randomUUID();
    const event: TopicEvent<'payments.payment.v1'> = {
      $case: 'markedForRefund',
      value: { paymentId, reservationId, amountMinor: 17800 },
    };
    await publish(
      'payments.payment.v1',
      tenantId,
      paymentId,
      topics['payments.payment.v1'].encode({ event }).finish(),
      'markedForRefund',
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

  it('bring the tickets to their buyer', async () => {
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

  it('are sent once, however often the event comes', async () => {
    const zoe = buyer();
    for (let time = 0; time < 3; time += 1) await rendered(zoe);
    const last = buyer();
    await rendered(last);
    await untilSent(last.reservationId);
    expect(await inbox(zoe.address)).toHaveLength(1);
    expect(sent(zoe.reservationId)).toHaveLength(1);
  });

  it('tell the buyer whose seats are gone that the money comes back', async () => {
    const zoe = buyer();
    await markedForRefund(zoe);
    expect(await untilSent(zoe.reservationId)).toMatchObject({ template: 'RESERVATION_REFUND' });
    const [mail] = await inbox(zoe.address);
    expect(mail!.text).toContain('Une ou plusieurs des places sélectionnées ne sont plus disponibles.');
    expect(mail!.text).toContain('remboursé en entier');
  });

  describe('that the mail server', () => {
    const answers = (deliver: () => Promise<Delivery>): MailSender => ({
      send: deliver,
      close: () => undefined,
    });
    let real: MailSender;
    beforeAll(() => {
      real = running.ctx.get(MAIL_SENDER);
    });
    const use = async (sender: MailSender): Promise<void> => {
      (await running.ctx.container.rebind(MAIL_SENDER)).toConstantValue(sender);
    };
    afterEach(() => use(real));

    it('refuses are kept as failures, and nobody is told that they left', async () => {
      await use(answers(async () => ({ accepted: false, reason: '550 no such mailbox' })));
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

    it('cannot take now are tried again', async () => {
      let refusals = 2;
      await use(
        answers(async () => {
          refusals -= 1;
          if (refusals >= 0) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
          return { accepted: true };
        }),
      );
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
        locales: { fr, en },
        make: async ({ tenantId }) => {
          const subjectId = randomUUID();
          const mail = {
            messageId: subjectId,
            subject: 'Vos billets',
            to: { name: 'Zoé', address: 'zoe@example.test' },
          };
          const sentMail = { mail, reservationCode: 'R-2026-000123', delivery: { accepted: true as const } };
          await running.ctx.db.inTenant(systemActor(tenantId, 'test'), (tx) =>
            keep({ template: 'RESERVATION_TICKETS', subjectId }, sentMail, tx),
          );
          return (await untilSent(subjectId)).notificationId;
        },
      }),
    );
  });
});
