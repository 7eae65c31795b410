import type { ServiceContext } from '@coulisse/service-kit/service';
import type { PipelineSettings } from './operation-steps';
import { Pipeline } from './pipeline';
import type { Resources } from './record-operations';

const opened = new WeakMap<ServiceContext, Pipeline>();

/** Builds the pipeline of a service; a running service has one, because it has one context. */
export function openPipeline(ctx: ServiceContext, settings: PipelineSettings): Pipeline {
  const pipeline = new Pipeline(ctx, settings);
  opened.set(ctx, pipeline);
  return pipeline;
}

/** The pipeline of a running service, for tests. */
export function pipelineOf(ctx: ServiceContext): Pipeline {
  const pipeline = opened.get(ctx);
  if (!pipeline) throw new Error(`the resources of ${ctx.name} are not open`);
  return pipeline;
}

/**
 * The operations of a service on its own records, in an open transaction:
 * `resourcesOf(ctx).of(bill).transition(tx, actor, id, 'post', { date })`. Throws in a service without resources.
 */
export const resourcesOf = (ctx: ServiceContext): Resources => pipelineOf(ctx).resources;
