/** Events that a service could not handle, of all services; merged by the gateway. */
export const FAILED_DELIVERIES = '/b/api/failed-deliveries';
