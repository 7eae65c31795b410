import type { CellProps, RecordPartProps } from '@coulisse/mfe-kit';
import { onDemand } from '@coulisse/ui-kit';

/** Loaded with the list to send. */
export const SentSwitch = onDemand<CellProps>(async () => (await import('./sent-switch')).SentSwitch);
export const SentAction = onDemand<RecordPartProps>(async () => (await import('./sent-switch')).SentAction);
