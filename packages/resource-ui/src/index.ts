export { JobsProvider } from './jobs/jobs-provider';
export { JobsTray } from './jobs/jobs-tray';
export { KeysSheet } from './parts-on-demand';
export { LinesEditor } from './document/lines-editor';
export { openedRecords } from './palette/opened-records';
export { readOnlyRoutes, resourceRoutes, templateRoutes } from './screens';
export { usePageTitle } from './use-page-title';
export { useShortcuts } from './use-shortcuts';
