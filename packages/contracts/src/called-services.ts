import type { AccessServiceDefinition } from './generated/coulisse/identity/v1/access_service';
import type { PublicAccountServiceDefinition } from './generated/coulisse/identity/v1/public_account_service';
import type { TiersServiceDefinition } from './generated/coulisse/crm/v1/tiers_service';
import type { PaymentServiceDefinition } from './generated/coulisse/payments/v1/payment_service';
import type { ReservationServiceDefinition } from './generated/coulisse/ticketing/v1/reservation_service';
import type { BrandServiceDefinition } from './generated/coulisse/ticketing/v1/brand_service';
import type { DocumentServiceDefinition } from './generated/coulisse/documents/v1/document_service';
import type { FileServiceDefinition } from './generated/coulisse/documents/v1/file_service';
import type { RenderServiceDefinition } from './generated/coulisse/documents/v1/render_service';
import type { MailServiceDefinition } from './generated/coulisse/notifications/v1/mail_service';

/** The gRPC services that can be called, by the name of their client. */
export interface CalledServices {
  identity: AccessServiceDefinition;
  publicAccounts: PublicAccountServiceDefinition;
  tiers: TiersServiceDefinition;
  payments: PaymentServiceDefinition;
  ticketing: ReservationServiceDefinition;
  brands: BrandServiceDefinition;
  documents: DocumentServiceDefinition;
  files: FileServiceDefinition;
  rendering: RenderServiceDefinition;
  mails: MailServiceDefinition;
}
