import { scopeOf, type Actor } from '@coulisse/service-kit';

/** Records that a caller may find: those whose right is `readRight`, of these owners only unless `owners` is null. */
export interface Searchable {
  readRight: string;
  owners: readonly string[] | null;
}

/** The part of `readRights` that the caller holds: on all records, on their own ones, or on those of their team too. */
export const searchableFor = (
  actor: Pick<Actor, 'rights' | 'userId' | 'team'>,
  readRights: readonly string[],
): Searchable[] =>
  readRights.flatMap((readRight): Searchable[] => {
    const scope = scopeOf(actor, readRight);
    if (scope === null) return [];
    const own = actor.userId === null ? [] : [actor.userId];
    const owners = scope === 'all' ? null : scope === 'own' ? own : [...own, ...(actor.team ?? [])];
    return [{ readRight, owners }];
  });
