import type { ownHost } from '../../resources';
import type { RecordOf } from '@coulisse/resource';

export type Finding = Exclude<RecordOf<typeof ownHost>['finding'], null>;

/** What the TXT records of a host prove for a tenant; null: the host is the tenant's. */
export function findingOf(texts: readonly string[] | null, proof: string): Finding | null {
  if (texts === null) return 'NO_ANSWER';
  if (texts.includes(proof)) return null;
  return texts.length === 0 ? 'NO_RECORD' : 'OTHER_VALUE';
}
