import type { TrayEntry } from '../jobs/tray';

/** The page of a resource's imports, where it shows one of them. */
export const importAddress = (page: string, { id }: Pick<TrayEntry, 'id'>): string => `${page}?job=${id}`;
