import type { AccessServiceDefinition } from './generated/coulisse/identity/v1/access_service';
import type { PublicAccountServiceDefinition } from './generated/coulisse/identity/v1/public_account_service';
import type { PaymentServiceDefinition } from './generated/coulisse/payments/v1/payment_service';
import type { ReservationServiceDefinition } from './generated/coulisse/ticketing/v1/reservation_service';
import type { DocumentServiceDefinition } from './generated/coulisse/documents/v1/document_service';
import type { FileServiceDefinition } from './generated/coulisse/documents/v1/file_service';

/** The gRPC services that can be called, by the name of their client. */
export interface CalledServices {
  identity: AccessServiceDefinition;
  publicAccounts: PublicAccountServiceDefinition;
  payments: PaymentServiceDefinition;
  ticketing: ReservationServiceDefinition;
  documents: DocumentServiceDefinition;
  files: FileServiceDefinition;
}
