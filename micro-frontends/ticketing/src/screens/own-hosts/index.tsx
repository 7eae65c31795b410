import type { RecordPartProps } from '@coulisse/mfe-kit';
import { onDemand } from '@coulisse/ui-kit';

/** Loaded with the page of a host name. */
export const HostRecords = onDemand<RecordPartProps>(
  async () => (await import('./host-records')).HostRecords,
);

const IN_CARD = new Set(['recordName', 'recordValue', 'aliasOf']);

/** Fields that the card of the records shows, with what is to be done with them. */
export const isHostField = (field: string): boolean => !IN_CARD.has(field);
