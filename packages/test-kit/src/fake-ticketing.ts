import { ticketingV1 } from '@coulisse/contracts';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';

/** Ticketing as the service under test sees it: reservations by id, and outages when a test wants some. */
export class FakeTicketing {
  readonly reservations = new Map<string, ticketingV1.GetReservationResponse>();
  /** Calls that fail before one is answered. */
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
    this.server.addService(ticketingV1.ReservationServiceService, { getReservation });
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
