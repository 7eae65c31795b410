import { useQueries } from '@tanstack/react-query';
import { type ResourceRow, screenPath, useApi, useResources } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { titleOf } from '@coulisse/resource-fields';

export interface RecordKey {
  resource: string;
  id: string;
}
export interface NamedRecord {
  /** Label of the resource. */
  kind: string;
  /** Null while it is loading, or when it cannot be read. */
  name: string | null;
  to: string;
}

export const tenantKey = (id: string): RecordKey => ({ resource: 'identity.saas-customer', id });
const keyOf = ({ resource, id }: RecordKey): string => `${resource} ${id}`;

/** Names and screen paths of records; resources that the user may not see are left out. */
export function useNames(records: readonly RecordKey[]): (record: RecordKey) => NamedRecord | undefined {
  const api = useApi();
  const language = useLanguage();
  const resources = useResources();
  const distinct = [...new Map(records.map((record) => [keyOf(record), record])).values()].flatMap(
    (record) => {
      const descriptor = resources.find(({ name }) => name === record.resource);
      return descriptor ? [{ ...record, descriptor }] : [];
    },
  );
  const answers = useQueries({
    queries: distinct.map(({ descriptor, id }) => ({
      queryKey: ['record', descriptor.name, id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<ResourceRow>(`${descriptor.path}/${id}`, { signal }),
      staleTime: 60_000,
      retry: false,
    })),
  });
  const named = new Map(
    distinct.map((record, index): [string, NamedRecord] => {
      const { descriptor, id } = record;
      const row = answers[index]?.data;
      const name = row ? titleOf(descriptor, row, language) : null;
      const to = `${screenPath(descriptor)}/${id}`;
      return [keyOf(record), { kind: descriptor.label[language], name, to }];
    }),
  );
  return (record) => named.get(keyOf(record));
}
