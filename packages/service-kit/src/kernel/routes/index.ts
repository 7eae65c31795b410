import type { ResourceDefinition } from '@coulisse/resource';
import type { Route } from '../../http/types';
import { exchangeDoors } from '../exchange/exchange.routes';
import { jobDoors } from '../jobs/job.routes';
import type { Pipeline } from '../pipeline';
import { bulkDoors } from './bulk';
import { doorsOf, type DoorGroup } from './doors';
import { listDoors } from './list';
import { timelineDoors } from '../timeline/timeline.routes';
import { actionDoors, recordDoors } from './record';
import { transitionDoors } from './transitions';

/**
 * Every group of doors, one line each. What stands directly under the path (`/_views`) comes before what stands under
 * an id, so that the former is never taken for an id.
 */
const GROUPS: readonly DoorGroup[] = [
  listDoors,
  bulkDoors,
  jobDoors,
  exchangeDoors,
  transitionDoors,
  recordDoors,
  actionDoors,
  timelineDoors,
];

/** The doors of a resource over HTTP: what each offers is what the pipeline does. */
export function resourceRoutes(resource: ResourceDefinition, pipeline: Pipeline): Route[] {
  const doors = doorsOf(resource, pipeline);
  return GROUPS.flatMap((group) => group(doors));
}
