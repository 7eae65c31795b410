import type { RecordPartProps } from '@coulisse/mfe-kit';
import { onDemand } from '@coulisse/ui-kit';

export const VoucherUses = onDemand<RecordPartProps>(
  async () => (await import('./voucher-uses')).VoucherUses,
);
