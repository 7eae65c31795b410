/** A record that a query may find. */
export interface Candidate {
  resource: string;
  id: string;
  label: string;
  detail: string;
  labelKey: string;
  archived: boolean;
  changedAt: Date;
}

/** A search text as its folded words. */
export interface SearchQuery {
  words: readonly string[];
  /** The words as one text, as labels are compared. */
  key: string;
}

export const TIERS = { exact: 1, labelPrefix: 2, wordPrefix: 3, allWords: 4 } as const;
type Tier = (typeof TIERS)[keyof typeof TIERS];

/** How well a label fits a query whose words were all found. */
export function tierOf(labelKey: string, { key }: SearchQuery): Tier {
  if (labelKey === key) return TIERS.exact;
  if (labelKey.startsWith(key)) return TIERS.labelPrefix;
  return ` ${labelKey}`.includes(` ${key}`) ? TIERS.wordPrefix : TIERS.allWords;
}

export interface Ranked extends Candidate {
  tier: Tier;
}

/** Active records before archived ones; then the better tier, then the later change. */
export const compareRanked = (left: Ranked, right: Ranked): number =>
  Number(left.archived) - Number(right.archived) ||
  left.tier - right.tier ||
  right.changedAt.getTime() - left.changedAt.getTime() ||
  left.id.localeCompare(right.id);

export interface RankedGroup {
  resource: string;
  items: Ranked[];
  hasMore: boolean;
}

/** Candidates in groups of their resources, each once; the group of the best record comes first. */
export function rankedGroups(
  candidates: readonly Candidate[],
  query: SearchQuery,
  limit: number,
): RankedGroup[] {
  const byResource = new Map<string, Map<string, Ranked>>();
  for (const candidate of candidates) {
    const ranked = { ...candidate, tier: tierOf(candidate.labelKey, query) };
    const group = byResource.get(candidate.resource);
    if (group) group.set(candidate.id, ranked);
    else byResource.set(candidate.resource, new Map([[candidate.id, ranked]]));
  }
  return [...byResource]
    .map(([resource, ranked]) => {
      const items = [...ranked.values()].sort(compareRanked);
      return { resource, items: items.slice(0, limit), hasMore: items.length > limit };
    })
    .sort((left, right) => compareRanked(left.items[0]!, right.items[0]!));
}
