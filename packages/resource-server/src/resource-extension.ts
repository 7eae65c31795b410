import type { ResourceDefinition } from '@coulisse/resource';
import type { JobHandler } from '@coulisse/job-runner';
import type { Pipeline } from './pipeline';
import type { RouteGroup } from './routes/route-group';

/** A kind of job on a resource. */
export interface ResourceJob {
  /** Last segment of the right on the resource that lets users other than the owner see such a job. */
  readonly visibilityRight: string;
  readonly handler: (pipeline: Pipeline) => JobHandler<ResourceDefinition>;
}

/** What another package adds to every resource of a service, such as import and export. */
export interface ResourceExtension {
  readonly routes?: RouteGroup;
  /** By kind. */
  readonly jobs?: Readonly<Record<string, ResourceJob>>;
}
