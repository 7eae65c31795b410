import type { RecordPartProps } from '@coulisse/mfe-kit';
import { onDemand } from '@coulisse/ui-kit';

/** Loaded with the page of a voucher. */
export const VoucherActions = onDemand<RecordPartProps>(
  async () => (await import('./voucher-actions')).VoucherActions,
);
export const VoucherUses = onDemand<RecordPartProps>(
  async () => (await import('./voucher-uses')).VoucherUses,
);
