import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type ResourceDescriptor,
  type ResourceRow,
  type ResourceScreens,
  resourceScreens,
  useApi,
  useModules,
  useResources,
} from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';

/** Records of one resource that the server found. */
export interface FoundGroup {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  rows: readonly ResourceRow[];
  /** There are more than these. */
  more: boolean;
}

interface Answer {
  items: ResourceRow[];
  page: { next: string | null };
}

const PAUSE = 180;
const EACH = 5;
/** Fewer letters find everything. */
const LEAST = 2;

interface Searched {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
}

/** What can be searched and shown. A variant is left out where the whole of it is there: it would find all twice. */
const useSearched = (): Searched[] => {
  const modules = useModules();
  const shown = useResources().flatMap((descriptor): Searched[] => {
    const screens = resourceScreens(modules, descriptor);
    const searchable = descriptor.fields.some((field) => field.searchable);
    return screens && searchable && descriptor.may.read ? [{ descriptor, screens }] : [];
  });
  const names = new Set(shown.map(({ descriptor }) => descriptor.name));
  return shown.filter(({ descriptor: { variantOf } }) => !variantOf || !names.has(variantOf));
};

/**
 * Records of every searchable resource whose words match, as each answers: one that is slow or away hides no other.
 * Typing on ends the questions that are still on their way.
 */
export const useFoundRecords = (typed: string): { groups: FoundGroup[]; searching: boolean } => {
  const api = useApi();
  const language = useLanguage();
  const searched = useSearched();
  const wanted = typed.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted]);
  const enough = wanted.length >= LEAST;
  const request = new URLSearchParams({ q: asked, size: String(EACH), total: 'none' });
  return useQueries({
    queries: searched.map(({ descriptor }) => ({
      queryKey: ['palette', descriptor.name, asked, language],
      enabled: enough && asked.length >= LEAST,
      placeholderData: keepPreviousData<Answer | undefined>,
      retry: false,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<Answer>(`${descriptor.path}?${request}`, { signal }),
    })),
    combine: (answers) => ({
      groups: enough
        ? answers.flatMap(({ data }, index): FoundGroup[] => {
            const known = searched[index];
            if (!known || !data || data.items.length === 0) return [];
            return [{ ...known, rows: data.items, more: data.page.next !== null }];
          })
        : [],
      searching: enough && (asked !== wanted || answers.some(({ isFetching }) => isFetching)),
    }),
  });
};
