import { randomUUID } from 'node:crypto';
import { documentsV1, paymentsV1 } from '@coulisse/contracts';
import { Server, ServerCredentials } from '@grpc/grpc-js';

/** payments and documents as ticketing sees them: real gRPC, answers of the test's own. */
export class Peers {
  /** Payments that were started, by idempotency key. */
  readonly started = new Map<string, { paymentId: string; request: paymentsV1.StartPaymentRequest }>();
  /** How often a payment was asked for, repeats included. */
  asked = 0;
  private readonly server = new Server();
  address = '';

  async start(): Promise<void> {
    const startPayment: paymentsV1.PaymentServiceServer['startPayment'] = ({ request }, reply) => {
      this.asked += 1;
      const known = this.started.get(request.idempotencyKey) ?? { paymentId: randomUUID(), request };
      this.started.set(request.idempotencyKey, known);
      const formFields = [{ name: 'PBX_TOTAL', value: String(request.amountMinor) }];
      reply(null, {
        paymentId: known.paymentId,
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
