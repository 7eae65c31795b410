/** Templates of quotes and bills, and of their mails. */
export const SALE_TEMPLATES = '/b/api/sale/templates';
