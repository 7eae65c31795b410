import type { ResourceDefinition } from '@coulisse/resource';
import type { Route } from '@coulisse/service-kit/http';
import { jobRoutes } from '../jobs/job.routes';
import type { Pipeline } from '../pipeline';
import type { ResourceExtension } from '../resource-extension';
import { bulkRoutes } from './bulk';
import { routePartsOf, type RouteGroup } from './route-group';
import { listRoutes } from './list';
import { timelineRoutes } from '../timeline/timeline.routes';
import { actionRoutes, recordRoutes } from './record';
import { rowRoutes } from './rows';
import { transitionRoutes } from './transitions';

/** Paths without an id (`/_views`) come before those with one, so that the former are never taken for an id. */
const WITHOUT_ID: readonly RouteGroup[] = [listRoutes, bulkRoutes, jobRoutes];
const WITH_ID: readonly RouteGroup[] = [
  transitionRoutes,
  recordRoutes,
  actionRoutes,
  timelineRoutes,
  rowRoutes,
];

/** The routes of a resource, those of the extensions included; each calls the pipeline. */
export function resourceRoutes(
  resource: ResourceDefinition,
  pipeline: Pipeline,
  extensions: readonly ResourceExtension[],
): Route[] {
  const parts = routePartsOf(resource, pipeline);
  const added = extensions.flatMap(({ routes }) => routes ?? []);
  return [...WITHOUT_ID, ...added, ...WITH_ID].flatMap((group) => group(parts));
}
