import {
  declaredRights,
  defaultGrants,
  describeResourceFor,
  type Fallbacks,
  type Locales,
  localesOf,
  type ResourceDefinition,
} from '@coulisse/resource';
import { RESOURCE_TOPIC, type ServiceName, type Topic } from '@coulisse/contracts';
import { type DeclaredWork, JOB_RETENTION, jobModule } from '@coulisse/job-runner';
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
import type { Command } from './commands';
import { openPipeline } from './open-resources';
import type { Pipeline } from './pipeline';
import type { ResourceExtension } from './resource-extension';
import { jobRights, runnerOf } from './jobs/resource-jobs';
import { publicationsOf } from './publication/publication';
import { RepublicationJob } from './publication/republication-job';
import { referenceRpc } from './references/reference-rpc';
import { referenceConsumer } from './references/reference-consumer';
import { resourceRoutes } from './routes';

/** Parts of a service with resources that are built with their ports. */
export interface ComposedResourceParts extends ComposedParts, DeclaredWork {
  /** Added to the commands of the manifest. */
  commands?: readonly Command[];
}

/** A service that has resources. */
export interface ResourceManifest extends Manifest, DeclaredWork {
  compose?: Compose<ComposedResourceParts>;
  resources: readonly ResourceDefinition[];
  /** Extensions of every resource, such as import and export. */
  extensions?: readonly ResourceExtension[];
  /** Operations of resources that are replaced or wrapped: `defineCommand(tiers, 'update', …)`. */
  commands?: readonly Command[];
  /** The service's own routes over the operations of its resources; they take precedence over the generic ones. */
  resourceRoutes?: (pipeline: Pipeline) => readonly Route[];
  /** Services whose records may refer to those of this one: they may ask which exist. */
  referredBy?: readonly ServiceName[];
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
    const commands = [...(manifest.commands ?? []), ...(composed.commands ?? [])];
    const work = jobModule({
      jobs: [...(manifest.jobs ?? []), ...(composed.jobs ?? [])],
      schedules: [...(manifest.schedules ?? []), ...(composed.schedules ?? [])],
    });
    const modules = [...(composed.modules ?? []), work, resourceModule({ ...manifest, commands })];
    return { ...composed, modules };
  };
  const references = referenceConsumer(manifest.name, manifest.resources);
  // Every service with records publishes what references and the search of the others need of them.
  const publishes: readonly Topic[] =
    publicationsOf(manifest.resources).size > 0
      ? [...(manifest.publishes ?? []), RESOURCE_TOPIC]
      : (manifest.publishes ?? []);
  const { manifest: checked } = defineService({
    ...manifest,
    publishes,
    ...(manifest.referredBy && {
      rpc: [...(manifest.rpc ?? []), referenceRpc(manifest.resources, manifest.referredBy)],
    }),
    batchConsumers: [...(manifest.batchConsumers ?? []), ...(references ? [references] : [])],
    compose,
  });
  return { manifest: { ...manifest, ...checked } };
}

/** Serves the resources of a service, describes them to its callers, and runs their jobs. */
export function resourceModule({
  resources,
  extensions = [],
  commands = [],
  resourceRoutes: ownRoutes,
  locales: furtherTexts,
  fallbacks,
}: Omit<ResourceManifest, keyof Manifest>): ServiceModule {
  const locales = localesOf(resources, furtherTexts);
  // A variant has the rights of its base.
  const bases = resources.filter(({ variantOf }) => !variantOf);
  return (ctx) => {
    const pipeline = openPipeline(ctx, {
      resources,
      commands,
      locales,
      jobRights: jobRights(extensions),
    });
    return {
      routes: [
        ...(ownRoutes?.(pipeline) ?? []),
        descriptorRoute(resources, locales, fallbacks?.(ctx) ?? {}),
        ...resources.flatMap((resource) => resourceRoutes(resource, pipeline, extensions)),
      ],
      tags: resources.map(({ name }) => tagOf(name, locales)),
      retention: [JOB_RETENTION],
      grants: bases.flatMap(defaultGrants),
      rights: bases.flatMap(declaredRights),
      background: [
        ...(resources.length > 0 ? [runnerOf(pipeline, extensions)] : []),
        ...(pipeline.republication.publications.size > 0
          ? [new RepublicationJob(ctx, pipeline.republication)]
          : []),
      ],
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
