import type { ServiceName } from '@coulisse/contracts';

/** Services whose records reference files. Only they describe, keep and remove files, each those of its own rights. */
export const FILE_OWNERS = ['crm', 'ticketing'] as const satisfies readonly ServiceName[];
