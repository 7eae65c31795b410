import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '@coulisse/mfe-kit';
import type { SourceError, Template, TemplateSource } from './template-data';

/** The value as it was when nothing had changed it for `ms`. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

export const templatesKey = (api: string) => ['templates', api];

/** A template; `store` shows the answer of a change at once. */
export function useTemplate(api: string, kind: string, locale: string) {
  const client = useApi();
  const queries = useQueryClient();
  const address = `${api}/${kind}/${locale}`;
  const key = [...templatesKey(api), kind, locale];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.get<Template>(address, { signal }),
    // What is being edited is not replaced by what another user saved: the server refuses the save instead.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const store = (template: Template) => {
    queries.setQueryData(key, template);
    void queries.invalidateQueries({ queryKey: templatesKey(api), exact: true });
  };
  return { query, address, store };
}

/** The errors of a source, checked by the server a moment after the last key. */
export function useSourceErrors(address: string, edited: TemplateSource) {
  const client = useApi();
  const { source, subject } = useSettled(edited, CHECK_AFTER_MS);
  return useQuery({
    queryKey: ['template-check', address, source, subject],
    queryFn: ({ signal }) =>
      client.post<{ errors: SourceError[] }>(`${address}/check`, { source, subject }, { signal }),
    placeholderData: (earlier) => earlier,
    gcTime: 0,
  });
}
const CHECK_AFTER_MS = 400;
