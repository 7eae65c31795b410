export * from './topology';
export * from './topics';
export * from './messages/catalogue';
export * as identityV1 from './generated/coulisse/identity/v1/access_service';
export * as publicAccountV1 from './generated/coulisse/identity/v1/public_account_service';
export * as paymentsV1 from './generated/coulisse/payments/v1/payment_service';
export * as ticketingV1 from './generated/coulisse/ticketing/v1/reservation_service';
export * as documentsV1 from './generated/coulisse/documents/v1/document_service';
export * as documentFilesV1 from './generated/coulisse/documents/v1/file_service';
