import { randomUUID } from 'node:crypto';
import { brandV1, documentRenderingV1, mailsV1, resourceV1, ticketingV1 } from '@coulisse/contracts';
import { existingRecords } from '@coulisse/test-kit';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';

/** A gRPC server in place of documents, notifications and ticketing: keeps pages and mails by their key, as both do. */
export class FakePeers {
  readonly pages = new Map<string, documentRenderingV1.RenderDocumentRequest>();
  readonly mails = new Map<string, mailsV1.SendMailRequest>();
  /** What pays for reservations, by their id; the others have no money. */
  readonly money = new Map<string, ticketingV1.PaidPart[]>();
  /** Whether ticketing answers nothing about money. */
  isTicketingAway = false;
  /** Number of readings of money so far. */
  readings = 0;
  /** Number of next mails that fail as if the service were away. */
  outages = 0;
  address = '';
  private readonly server = new Server();

  async start(): Promise<void> {
    const renderDocument: documentRenderingV1.RenderServiceServer['renderDocument'] = (
      { request },
      reply,
    ) => {
      this.pages.set(request.key, request);
      reply(null, { documentId: randomUUID(), pages: 1, size: request.html.length });
    };
    const previewDocument: documentRenderingV1.RenderServiceServer['previewDocument'] = (_call, reply) =>
      reply(null, { content: Buffer.from('%PDF-1.7') });
    const getBrand: brandV1.BrandServiceServer['getBrand'] = (_call, reply) =>
      reply(null, {
        ...{ color: '#0b5a3c', headerColor: '#08452e', nameColor: '#ffffff' },
        ...{ logoUrl: 'https://theatre.test/logo', logoPicture: 'data:image/webp;base64,TE9HT3NM' },
        siteUrl: '',
      });
    const getReservationMoney: ticketingV1.ReservationServiceServer['getReservationMoney'] = (
      { request: { reservationId } },
      reply,
    ) => {
      if (this.isTicketingAway) return reply({ code: status.UNAVAILABLE, details: 'away' });
      this.readings += 1;
      const parts = this.money.get(reservationId) ?? [];
      reply(null, { reading: this.readings, code: `R-${reservationId.slice(-6)}`, parts });
    };
    const refuse: ticketingV1.ReservationServiceServer['getReservation'] = (_call, reply) =>
      reply({ code: status.UNIMPLEMENTED });
    const sendMail: mailsV1.MailServiceServer['sendMail'] = ({ request }, reply) => {
      if (this.outages > 0) {
        this.outages -= 1;
        return reply({ code: status.UNAVAILABLE, details: 'away' });
      }
      this.mails.set(request.key, request);
      reply(null, { notificationId: randomUUID(), accepted: !request.to?.address.startsWith('nobody@') });
    };
    this.server.addService(documentRenderingV1.RenderServiceService, { renderDocument, previewDocument });
    this.server.addService(mailsV1.MailServiceService, { sendMail });
    this.server.addService(brandV1.BrandServiceService, { getBrand });
    this.server.addService(ticketingV1.ReservationServiceService, {
      ...{ getReservationMoney, getReservation: refuse },
      getVoucherBuyer: (_call: unknown, reply: (error: object) => void) =>
        reply({ code: status.UNIMPLEMENTED }),
    });
    // Reservations exist.
    const resolve = existingRecords((id) => `R-${id.slice(-6)}`);
    this.server.addService(resourceV1.ReferenceServiceService, { resolve });
    const port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    this.address = `127.0.0.1:${port}`;
  }

  stop(): void {
    this.server.forceShutdown();
  }
}
