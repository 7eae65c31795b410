import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type ResourceDescriptor,
  type ResourceScreens,
  resourceScreens,
  useApi,
  useModules,
  useResources,
} from '@coulisse/mfe-kit';

/** A record as the search returns it. */
export interface FoundRecord {
  id: string;
  label: string;
  /** Second line, which distinguishes records of the same label; may be empty. */
  detail: string;
  archived: boolean;
}
/** Search results of one resource. */
export interface FoundGroup {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  items: readonly FoundRecord[];
  /** Whether there are more results. */
  hasMore: boolean;
}
/** What the search found, and how it went. */
export interface FoundRecords {
  groups: FoundGroup[];
  /** The words that were searched instead of mistyped ones. */
  correctedTo: string | null;
  searching: boolean;
  failed: boolean;
}

interface Answer {
  groups: { resource: string; items: FoundRecord[]; hasMore: boolean }[];
  correctedTo: string | null;
}

const DEBOUNCE_MS = 180;
const PAGE_SIZE = 5;
/** Fewer letters would match everything. */
const MIN_LETTERS = 2;

/** The descriptor and the screens of a resource, or else of a variant of it; those without screens cannot be opened. */
const useShown = (): ((resource: string) => Pick<FoundGroup, 'descriptor' | 'screens'> | undefined) => {
  const modules = useModules();
  const descriptors = useResources();
  return (resource) => {
    const named = [
      ...descriptors.filter(({ name }) => name === resource),
      ...descriptors.filter(({ variantOf }) => variantOf === resource),
    ];
    for (const descriptor of named) {
      const screens = resourceScreens(modules, descriptor);
      if (screens) return { descriptor, screens };
    }
    return undefined;
  };
};

/** Matching records of all resources, by one request. Further typing aborts it, and shows the previous results meanwhile. */
export const useFoundRecords = (typed: string): FoundRecords => {
  const api = useApi();
  const shown = useShown();
  const text = typed.trim();
  const [debouncedText, setDebouncedText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const enough = text.length >= MIN_LETTERS;
  const request = new URLSearchParams({ q: debouncedText, limit: String(PAGE_SIZE) });
  const { data, isFetching, isError } = useQuery<Answer>({
    queryKey: ['palette', debouncedText],
    enabled: enough && debouncedText.length >= MIN_LETTERS,
    placeholderData: keepPreviousData,
    retry: false,
    // The index learns of a new record a moment after it was saved: the same text finds it when it is typed again.
    staleTime: 0,
    queryFn: ({ signal }) => api.get<Answer>(`/b/api/global-search?${request}`, { signal }),
  });
  const found = enough && !isError ? data : undefined;
  return {
    groups: (found?.groups ?? []).flatMap(({ resource, items, hasMore }): FoundGroup[] => {
      const target = shown(resource);
      return target ? [{ ...target, items, hasMore }] : [];
    }),
    correctedTo: found?.correctedTo ?? null,
    searching: enough && (debouncedText !== text || isFetching),
    failed: enough && isError && debouncedText === text && !isFetching,
  };
};
