import { randomUUID } from 'node:crypto';
import { documentsV1, paymentsV1 } from '@coulisse/contracts';
import { Server, ServerCredentials } from '@grpc/grpc-js';

/** Stand-ins of payments and documents: real gRPC with fixed responses. */
export class Peers {
  /** Payments that were started, by idempotency key. */
  readonly started = new Map<string, { paymentId: string; request: paymentsV1.StartPaymentRequest }>();
  /** Number of requests to start a payment, repeats included. */
  requestCount = 0;
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
    const getDocument: documentsV1.DocumentServiceServer['getDocument'] = ({ request }, reply) => {
      const content = Buffer.from(`%PDF ${request.documentId}`);
      reply(null, {
        documentId: request.documentId,
        fileName: 'tickets.pdf',
        mediaType: 'application/pdf',
        content,
      });
    };
    this.server.addService(paymentsV1.PaymentServiceService, { startPayment });
    this.server.addService(documentsV1.DocumentServiceService, { getDocument });
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
