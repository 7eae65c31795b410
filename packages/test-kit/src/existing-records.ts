import type { resourceV1 } from '@coulisse/contracts';

/** Answers as the owner of records that all exist, unless `labelOf` says otherwise: null for one that does not. */
export const existingRecords =
  (
    labelOf: (id: string) => string | null = (id) => id.slice(-8),
  ): resourceV1.ReferenceServiceServer['resolve'] =>
  ({ request: { ids } }, reply) => {
    const records = ids.flatMap((id): resourceV1.ResolvedRecord[] => {
      const label = labelOf(id);
      return label === null ? [] : [{ id, version: 1, label, archived: false, mergedInto: '' }];
    });
    reply(null, { records });
  };
