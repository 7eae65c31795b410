import type { ApiProblem } from '@coulisse/mfe-kit';

/** Records of one resource that reference the record to delete. */
export interface LinkedData {
  resource: string;
  label: string;
  field: string;
  count: number;
  sample: { id: string; label: string | null }[];
}

const isLink = (value: unknown): value is LinkedData =>
  typeof value === 'object' &&
  value !== null &&
  'resource' in value &&
  typeof value.resource === 'string' &&
  'count' in value &&
  typeof value.count === 'number';

/** The linked records in the problem of a refused deletion; empty for any other problem. */
export const linksOf = (problem: ApiProblem): LinkedData[] => {
  const links = problem.body['links'];
  if (problem.code !== 'foreign-key.linked-data' || !Array.isArray(links)) return [];
  return links.filter(isLink).map((link) => ({ ...link, sample: link.sample ?? [] }));
};
