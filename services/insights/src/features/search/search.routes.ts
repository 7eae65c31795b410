import { reply, route } from '@coulisse/service-kit';
import { z } from 'zod';
import { searchTermsOf } from '../index/search-text.domain';
import { findEntries } from './find-entries.read-model';

/** Fewer letters would match everything. */
const MIN_LETTERS = 2;
const MAX_LETTERS = 200;
const MAX_WORDS = 8;
const LIMIT = { default: 5, most: 20 } as const;

const query = z.strictObject({
  q: z.string().max(MAX_LETTERS).default(''),
  limit: z.coerce.number().int().min(1).max(LIMIT.most).default(LIMIT.default),
});
const response = z.object({
  groups: z.array(
    z.object({
      resource: z.string(),
      items: z.array(
        z.object({ id: z.string(), label: z.string(), detail: z.string(), archived: z.boolean() }),
      ),
      hasMore: z.boolean(),
    }),
  ),
  correctedTo: z.string().nullable(),
});

/** Words that are searched; none for a text that is too short. */
export function searchedFor(text: string): string[] {
  const words = searchTermsOf(text);
  return words.join('').length < MIN_LETTERS ? [] : [...new Set(words)].slice(0, MAX_WORDS);
}

const spec = {
  summary: 'Records of all resources that the caller may read, by the words of their labels and search texts',
  // Each record is filtered by the right to read it.
  access: 'authenticated' as const,
  query,
  response,
};

export const searchRoutes = ['/b/api/global-search', '/b/api/dashboard/global-search'].map((path) =>
  route.get(path, spec, async ({ actor, query: { q, limit } }, ctx) => {
    const { groups, correctedTo } = await ctx.db.inTenant(actor, (tx) =>
      findEntries(tx, actor, searchedFor(q), limit),
    );
    return reply({
      correctedTo,
      groups: groups.map(({ resource, items, hasMore }) => ({
        resource,
        hasMore,
        items: items.map(({ id, label, detail, archived }) => ({ id, label, detail, archived })),
      })),
    });
  }),
);
