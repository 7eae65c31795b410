import type { ResourceExtension } from '@coulisse/resource-server/extension';
import { exchangeRoutes } from './exchange.routes';
import { exportJob } from './export-job';
import { importJob } from './import-run';

/** Import and export of every resource, as CSV and XLSX. */
export const exchange: ResourceExtension = {
  routes: exchangeRoutes,
  jobs: {
    export: { visibilityRight: 'export', handler: exportJob },
    import: { visibilityRight: 'import', handler: importJob },
  },
};
