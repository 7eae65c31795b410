import { defineResourceService } from '@coulisse/resource-server';
import { onResource } from './events/on-resource.consumer';
import { deletedEntriesRetention } from './features/index/retention';
import { SearchRebuild } from './features/rebuild/rebuild.job';
import { searchRoutes } from './features/search/search.routes';

/** Read models over all domains: the search index. */
export const service = defineResourceService({
  name: 'insights',
  resources: [],
  modules: [deletedEntriesRetention],
  routes: searchRoutes,
  batchConsumers: [onResource],
  start: async (ctx) => new SearchRebuild(ctx).start(),
});
