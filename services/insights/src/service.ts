import { defineResourceService } from '@coulisse/resource-server';
import { bindFeature, settings } from '@coulisse/service-kit';
import { insightsShape } from './config';
import { onResource } from './events/on-resource.consumer';
import { deletedEntriesRetention } from './features/index/retention';
import { METRICS_SOURCE } from './features/operations/metrics-source.port';
import { OperationFigures } from './features/operations/operations';
import { operationsRoutes } from './features/operations/operations.routes';
import { PrometheusSource } from './features/operations/prometheus-source';
import { SearchRebuild } from './features/rebuild/rebuild.job';
import { searchRoutes } from './features/search/search.routes';

/** Read models over all domains: the search index, and the figures of operations. */
export const service = defineResourceService({
  name: 'insights',
  config: insightsShape,
  resources: [],
  modules: [deletedEntriesRetention],
  routes: searchRoutes,
  batchConsumers: [onResource],
  // The platform's own: no tenant has this right, and none can grant it.
  grants: { 'core.operations.read': { SUPER_ADMINISTRATOR: 'all' } },
  bind: (container, ctx) => {
    const { PROMETHEUS_URL: url } = settings(ctx, insightsShape);
    container.bind(METRICS_SOURCE).toConstantValue(url === undefined ? null : new PrometheusSource(url));
    bindFeature(container, OperationFigures, [METRICS_SOURCE]);
  },
  compose: (container) => ({ routes: operationsRoutes(container.get(OperationFigures)) }),
  start: async (ctx) => new SearchRebuild(ctx).start(),
});
