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

/** Search results of one resource. */
export interface FoundGroup {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  rows: readonly ResourceRow[];
  /** Whether there are more results. */
  hasMore: boolean;
}

interface Answer {
  items: ResourceRow[];
  page: { next: string | null };
}

const DEBOUNCE_MS = 180;
const PAGE_SIZE = 5;
/** Fewer letters would match everything. */
const MIN_LETTERS = 2;

interface Searched {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
}

/** Resources to search. A variant is left out when its base resource is searched, to avoid duplicate results. */
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
 * Matching records of every searchable resource, shown as each response arrives: a slow or failed one does not hide
 * the others. Further typing aborts running requests.
 */
export const useFoundRecords = (typed: string): { groups: FoundGroup[]; searching: boolean } => {
  const api = useApi();
  const language = useLanguage();
  const searched = useSearched();
  const text = typed.trim();
  const [debouncedText, setDebouncedText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const enough = text.length >= MIN_LETTERS;
  const request = new URLSearchParams({ q: debouncedText, size: String(PAGE_SIZE), total: 'none' });
  return useQueries({
    queries: searched.map(({ descriptor }) => ({
      queryKey: ['palette', descriptor.name, debouncedText, language],
      enabled: enough && debouncedText.length >= MIN_LETTERS,
      placeholderData: keepPreviousData<Answer | undefined>,
      retry: false,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<Answer>(`${descriptor.path}?${request}`, { signal }),
    })),
    combine: (answers) => ({
      groups: enough
        ? answers.flatMap(({ data }, index): FoundGroup[] => {
            const target = searched[index];
            if (!target || !data || data.items.length === 0) return [];
            return [{ ...target, rows: data.items, hasMore: data.page.next !== null }];
          })
        : [],
      searching: enough && (debouncedText !== text || answers.some(({ isFetching }) => isFetching)),
    }),
  });
};
