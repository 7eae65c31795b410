/** Templates of quotes, bills and their mails. */
export const SALE_TEMPLATES = '/b/api/sale/templates';
/** Events that a service could not handle, of all services; merged by the gateway. */
export const FAILED_DELIVERIES = '/b/api/failed-deliveries';
