import { randomUUID } from 'node:crypto';
import { documentFilesV1, documentRenderingV1, documentsV1, mailsV1, paymentsV1 } from '@coulisse/contracts';
import { Problem } from '@coulisse/service-kit';
import { toStatus } from '@coulisse/service-kit/grpc';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';

/** Stand-ins of payments, documents and notifications: real gRPC with fixed responses. */
export class Peers {
  /** Payments that were started, by idempotency key. */
  readonly started = new Map<string, { paymentId: string; request: paymentsV1.StartPaymentRequest }>();
  /** Number of requests to start a payment, repeats included. */
  requestCount = 0;
  /** Money taken at the desk, by idempotency key. */
  readonly recorded = new Map<string, paymentsV1.RecordPaymentsResponse>();
  /** Requests to record money, by idempotency key. */
  readonly takings = new Map<string, paymentsV1.RecordPaymentsRequest>();
  /** Pages that were to be rendered, mails that were to be sent, by their keys: a repeated one changes nothing. */
  readonly pages = new Map<string, documentRenderingV1.RenderDocumentRequest>();
  /** The same, every key of a subject. */
  readonly editions = new Map<string, documentRenderingV1.RenderDocumentRequest>();
  /** Pages that were converted and not stored, in their order. */
  readonly previews: string[] = [];
  readonly mails = new Map<string, mailsV1.SendMailRequest>();
  /** Files of documents by id, and those that were made public. */
  readonly files = new Map<string, { tenantId: string; rights: string; mediaType: string }>();
  readonly publicFiles = new Set<string>();
  /** Contents of public pictures by file. */
  readonly logos = new Map<string, Buffer>();
  /** Files that a round reports, private and public ones, and the tenants whose rounds are due. */
  readonly keptFiles = new Map<string, boolean>();
  readonly dueRounds: string[] = [];
  /** Subjects whose documents are withdrawn. */
  readonly withdrawn = new Set<string>();
  /** Number of next payments at the desk that fail with UNAVAILABLE. */
  paymentOutages = 0;
  /** How long callers wait for documents that they download. */
  readonly downloadMs: number[] = [];
  /** What payments at the desk wait for before they are answered. */
  afterRecording: () => Promise<unknown> = () => Promise.resolve();
  /** Number of next mails and pages that fail with UNAVAILABLE. */
  outages = 0;
  /** Number of next mails that another attempt is sending. */
  claims = 0;
  private readonly server = new Server();
  address = '';

  async start(): Promise<void> {
    const startPayment: paymentsV1.PaymentServiceServer['startPayment'] = ({ request }, reply) => {
      this.requestCount += 1;
      const payment = this.started.get(request.idempotencyKey) ?? { paymentId: randomUUID(), request };
      this.started.set(request.idempotencyKey, payment);
      const formFields = [{ name: 'PBX_TOTAL', value: String(request.amountMinor) }];
      reply(null, {
        paymentId: payment.paymentId,
        provider: 'PAYBOX',
        formAction: 'https://bank.test/pay',
        formFields,
      });
    };
    const recordPayments: paymentsV1.PaymentServiceServer['recordPayments'] = ({ request }, reply) => {
      if (this.paymentOutages > 0) {
        this.paymentOutages -= 1;
        return reply({ code: status.UNAVAILABLE, details: 'away' });
      }
      const made = this.recorded.get(request.idempotencyKey) ?? {
        payments: request.parts.map(({ method, amountMinor }) => ({
          paymentId: randomUUID(),
          ...{ method, amountMinor },
        })),
      };
      this.recorded.set(request.idempotencyKey, made);
      this.takings.set(request.idempotencyKey, request);
      void this.afterRecording().then(() => reply(null, made));
    };
    const getDocument: documentsV1.DocumentServiceServer['getDocument'] = (call, reply) => {
      const { request } = call;
      this.downloadMs.push(Number(call.getDeadline()) - Date.now());
      const content = Buffer.from(`%PDF ${request.documentId}`);
      reply(null, {
        documentId: request.documentId,
        fileName: 'tickets.pdf',
        mediaType: 'application/pdf',
        content,
      });
    };
    const isAway = (): boolean => this.outages > 0 && this.outages-- > 0;
    const away = { code: status.UNAVAILABLE, details: 'away' };
    const renderDocument: documentRenderingV1.RenderServiceServer['renderDocument'] = (
      { request },
      reply,
    ) => {
      const subjectId = request.subject?.id ?? '';
      if (isAway()) return reply(away);
      if (this.withdrawn.has(subjectId)) return reply(toStatus(new Problem('document.gone')));
      if (!this.pages.has(subjectId)) this.pages.set(subjectId, request);
      this.editions.set(`${subjectId} ${request.key}`, request);
      reply(null, { documentId: randomUUID(), pages: 1, size: 1 });
    };
    const withdrawDocuments: documentRenderingV1.RenderServiceServer['withdrawDocuments'] = (
      { request },
      reply,
    ) => {
      this.withdrawn.add(request.subjectId);
      reply(null, { withdrawn: 1 });
    };
    const previewDocument: documentRenderingV1.RenderServiceServer['previewDocument'] = (
      { request },
      reply,
    ) => {
      this.previews.push(request.html);
      reply(null, { content: Buffer.from(`%PDF-1.7 ${request.html.length} %%EOF`) });
    };
    const sendMail: mailsV1.MailServiceServer['sendMail'] = ({ request }, reply) => {
      if (isAway()) return reply(away);
      if (this.claims > 0) {
        this.claims -= 1;
        return reply(toStatus(new Problem('idempotency.conflict')));
      }
      const isGone = request.documentIds.length > 0 && this.withdrawn.has(request.subjectRecord?.id ?? '');
      if (isGone) return reply(toStatus(new Problem('document.gone')));
      if (!this.mails.has(request.key)) this.mails.set(request.key, request);
      reply(null, { notificationId: randomUUID(), accepted: true });
    };
    this.server.addService(documentFilesV1.FileServiceService, this.fileService());
    this.server.addService(documentRenderingV1.RenderServiceService, {
      renderDocument,
      withdrawDocuments,
      previewDocument,
    });
    this.server.addService(mailsV1.MailServiceService, { sendMail });
    this.server.addService(paymentsV1.PaymentServiceService, { startPayment, recordPayments });
    this.server.addService(documentsV1.DocumentServiceService, { getDocument });
    const port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    this.address = `127.0.0.1:${port}`;
  }

  private fileService(): documentFilesV1.FileServiceServer {
    return {
      describeFiles: ({ request }, reply) =>
        reply(null, {
          files: request.fileIds.flatMap((fileId) => {
            const file = this.files.get(fileId);
            if (file?.tenantId !== request.tenantId) return [];
            const { mediaType, rights } = file;
            return [{ fileId, name: 'salle.png', mediaType, size: 1, rights }];
          }),
        }),
      getLogo: ({ request }, reply) => {
        const content = this.logos.get(request.fileId) ?? Buffer.alloc(0);
        reply(null, { mediaType: content.length > 0 ? 'image/webp' : '', content });
      },
      // Mails are not sent here.
      getFile: (_call, reply) => reply({ code: status.NOT_FOUND, details: 'none' }),
      publishFiles: ({ request }, reply) => {
        for (const fileId of request.fileIds)
          if (this.files.get(fileId)?.rights === request.rights) this.publicFiles.add(fileId);
        reply(null, {});
      },
      beginFileRounds: (_call, reply) =>
        reply(null, {
          rounds: this.dueRounds.splice(0).map((tenantId) => ({ tenantId, startedAt: Date.now() })),
        }),
      keepFiles: ({ request }, reply) => {
        for (const id of request.fileIds) this.keptFiles.set(id, request.publicFileIds.includes(id));
        reply(null, {});
      },
      endFileRound: (_call, reply) => reply(null, { removed: 0 }),
    };
  }

  stop(): void {
    this.server.forceShutdown();
  }
}
