import { route, type Route } from '@coulisse/service-kit/http';
import { READ_DELIVERIES } from '@coulisse/service-kit/service';
import type { BackgroundSchedules } from './background-schedules';

/** Schedules of this service, with the rights on its jobs; the gateway merges those of all services at `/b/api/schedules`. */
export const scheduleRoutes = (schedules: BackgroundSchedules): Route[] => [
  route.get(
    '/_schedules',
    {
      summary:
        'Schedules with their next time, their last run and those of the last days that were missed or skipped',
      access: { right: READ_DELIVERIES },
    },
    ({ actor, language }) => schedules.list(actor, language),
  ),
];
