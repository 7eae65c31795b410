import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ResourceRow, resourceScreens, useApi, useModules, useResources } from '@coulisse/mfe-kit';
import { titleOf } from '@coulisse/resource-ui';
import { useLanguage } from '@coulisse/ui-kit';

export interface FoundRecord {
  path: string;
  label: string;
  kind: string;
}

const PAUSE = 180;
const EACH = 4;
const LEAST = 2;

/** Records of every searchable resource whose words match. One that does not answer hides no other. */
export const useFoundRecords = (typed: string): { records: FoundRecord[]; searching: boolean } => {
  const api = useApi();
  const modules = useModules();
  const language = useLanguage();
  const resources = useResources().filter(
    (resource) =>
      resource.may.read &&
      resource.fields.some((field) => field.searchable) &&
      resourceScreens(modules, resource),
  );
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({
    queryKey: ['palette', asked, language],
    enabled: asked.length >= LEAST,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const request = new URLSearchParams({ q: asked, size: String(EACH) });
      const answers = await Promise.allSettled(
        resources.map((resource) =>
          api.get<{ items: ResourceRow[] }>(`${resource.path}?${request}`, { signal }),
        ),
      );
      return answers.flatMap((answer, index) => {
        const resource = resources[index];
        const screens = resource && resourceScreens(modules, resource);
        if (answer.status === 'rejected' || !resource || !screens) return [];
        return answer.value.items.map((row) => ({
          path: screens.record(row.id),
          label: titleOf(resource, row, language),
          kind: resource.label[language],
        }));
      });
    },
  });
  const wanted = typed.trim().length >= LEAST;
  return {
    records: wanted ? (query.data ?? []) : [],
    searching: wanted && (query.isFetching || asked !== typed.trim()),
  };
};
