import { ticketingV1 } from '@coulisse/contracts';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';

/** A fake gRPC server of ticketing: reservations and buyers of gift vouchers by id, and simulated outages. */
export class FakeTicketing {
  readonly reservations = new Map<string, ticketingV1.GetReservationResponse>();
  readonly voucherBuyers = new Map<string, ticketingV1.GetVoucherBuyerResponse>();
  /** Number of next calls that fail with UNAVAILABLE. */
  outages = 0;
  address = '';
  private readonly server = new Server();

  async start(): Promise<void> {
    const getReservation: ticketingV1.ReservationServiceServer['getReservation'] = ({ request }, reply) => {
      const found = this.reservations.get(request.reservationId);
      if (this.outages > 0) {
        this.outages -= 1;
        reply({ code: status.UNAVAILABLE, details: 'away' });
      } else if (found) reply(null, found);
      else reply({ code: status.NOT_FOUND, details: 'none' });
    };
    const getVoucherBuyer: ticketingV1.ReservationServiceServer['getVoucherBuyer'] = ({ request }, reply) => {
      const found = this.voucherBuyers.get(request.giftVoucherId);
      if (found) reply(null, found);
      else reply({ code: status.NOT_FOUND, details: 'none' });
    };
    this.server.addService(ticketingV1.ReservationServiceService, { getReservation, getVoucherBuyer });
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
