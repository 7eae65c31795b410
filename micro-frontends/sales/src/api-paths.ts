/** Templates of quotes and bills, and of their mails. */
export const SALE_TEMPLATES = '/b/api/sale/templates';

/** What settles a bill. */
export const billSettlements = (id: string): string => `/b/api/sale/bills/${id}/settlements`;
