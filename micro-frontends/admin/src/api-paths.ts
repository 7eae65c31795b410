/** Events that a service could not handle, of all services; merged by the gateway. */
export const FAILED_DELIVERIES = '/b/api/failed-deliveries';
/** Background jobs of all services, likewise. */
export const BACKGROUND_JOBS = '/b/api/background-jobs';
/** Figures of the platform, for its operators. */
export const OPERATIONS = '/b/api/dashboard/operations';
/** What these run at planned times. */
export const SCHEDULES = '/b/api/schedules';
