import type { TrayEntry } from './tray';

/** URL of the import page that shows the given job. */
export const importAddress = (page: string, { id }: Pick<TrayEntry, 'id'>): string => `${page}?job=${id}`;
