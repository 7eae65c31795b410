import type { ServiceContext } from '@coulisse/service-kit';
import { Pipeline, type PipelineSettings } from '@coulisse/service-kit/kernel/index';

/** The service's resources as its own features reach them: the same operations that the generic doors do. */
export class Records {
  readonly pipeline: Pipeline;
  constructor(ctx: ServiceContext, settings: PipelineSettings) {
    this.pipeline = new Pipeline(ctx, settings);
  }
}
