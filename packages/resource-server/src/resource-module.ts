import {
  describeResourceFor,
  type Fallbacks,
  type Locales,
  localesOf,
  type ResourceDefinition,
} from '@coulisse/resource';
import { JOB_RETENTION } from '@coulisse/job-runner';
import { may, type Actor } from '@coulisse/service-kit/actor';
import { type OpenApiTag, revalidated, route, type Route } from '@coulisse/service-kit/http';
import {
  type Compose,
  type ComposedParts,
  defineService,
  type Manifest,
  type Service,
  type ServiceContext,
  type ServiceModule,
} from '@coulisse/service-kit/service';
import { Pipeline } from './pipeline';
import type { ResourceExtension } from './resource-extension';
import { jobRights, runnerOf } from './jobs/resource-jobs';
import { resourceRoutes } from './routes';
import type { Commands, ComputedColumns } from './types';

/** Parts of a service with resources that are built with their ports. */
export interface ComposedResourceParts extends ComposedParts {
  /** Added to the commands of the manifest; those of one resource are in one of the two lists. */
  commands?: Commands;
}

/** A service that has resources. */
export interface ResourceManifest extends Manifest {
  compose?: Compose<ComposedResourceParts>;
  resources: readonly ResourceDefinition[];
  /** Extensions of every resource, such as import and export. */
  extensions?: readonly ResourceExtension[];
  /** Operations of resources that are replaced by a command of the same signature. */
  commands?: Commands;
  /** Columns of resources that the database computes. */
  computed?: ComputedColumns;
  /** The service's own routes over the operations of its resources; they take precedence over the generic ones. */
  resourceRoutes?: (pipeline: Pipeline) => readonly Route[];
  /** Texts besides those of the resources, such as those of histories. */
  locales?: Locales;
  /** By resource, then field: the value that applies while a tenant's field is empty. The UI shows it. */
  fallbacks?: (ctx: ServiceContext) => Readonly<Record<string, Fallbacks>>;
}
export interface ResourceService extends Service {
  readonly manifest: ResourceManifest;
}

/** Declares a service with resources; nothing runs before `runService`. */
export function defineResourceService(manifest: ResourceManifest): ResourceService {
  const compose: Compose = (container, ctx) => {
    const composed: ComposedResourceParts = manifest.compose?.(container, ctx) ?? {};
    const commands = { ...manifest.commands, ...composed.commands };
    return { ...composed, modules: [...(composed.modules ?? []), resourceModule({ ...manifest, commands })] };
  };
  const { manifest: checked } = defineService({ ...manifest, compose });
  return { manifest: { ...manifest, ...checked } };
}

/** Serves the resources of a service, describes them to its callers, and runs their jobs. */
export function resourceModule({
  resources,
  extensions = [],
  commands = {},
  computed,
  resourceRoutes: ownRoutes,
  locales: furtherTexts,
  fallbacks,
}: Omit<ResourceManifest, keyof Manifest>): ServiceModule {
  const locales = localesOf(resources, furtherTexts);
  return (ctx) => {
    const pipeline = new Pipeline(ctx, {
      resources,
      commands,
      locales,
      jobRights: jobRights(extensions),
      ...(computed && { computed }),
    });
    return {
      routes: [
        ...(ownRoutes?.(pipeline) ?? []),
        descriptorRoute(resources, locales, fallbacks?.(ctx) ?? {}),
        ...resources.flatMap((resource) => resourceRoutes(resource, pipeline, extensions)),
      ],
      tags: resources.map(({ name }) => tagOf(name, locales)),
      retention: [JOB_RETENTION],
      background: resources.length > 0 ? [runnerOf(pipeline, extensions)] : [],
    };
  };
}

const tagOf = (name: string, { fr, en }: Locales): OpenApiTag => ({
  name,
  description: [en, fr].map((texts) => texts[`${name}.plural`] ?? name).join(' · '),
});

const descriptorRoute = (
  resources: readonly ResourceDefinition[],
  locales: Locales,
  fallbacks: Readonly<Record<string, Fallbacks>>,
): Route =>
  route.get(
    '/_resources',
    { summary: 'The resources the caller may see', access: 'authenticated' },
    async ({ actor, headers }) =>
      revalidated(
        { resources: describeResources(resources, actor, locales, fallbacks) },
        headers['if-none-match'],
      ),
  );

/** The descriptors of the resources that the actor may read. */
const describeResources = (
  resources: readonly ResourceDefinition[],
  actor: Actor,
  locales: Locales,
  fallbacks: Readonly<Record<string, Fallbacks>>,
) =>
  resources
    .filter((resource) => may(actor, `${resource.rights}.read`))
    .map((resource) =>
      describeResourceFor(resource, locales, (right) => may(actor, right), fallbacks[resource.name]),
    );
