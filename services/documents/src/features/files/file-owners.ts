import type { ServiceName } from '@coulisse/contracts';

/** Services whose records point at files: they alone describe, keep and sweep them, each those of its own rights. */
export const FILE_OWNERS = ['crm'] as const satisfies readonly ServiceName[];
