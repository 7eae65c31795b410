import { useQueries } from '@tanstack/react-query';
import { type FieldDescriptor, type ResourceRow, useApi, useResources } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { titleOf } from '@coulisse/resource-fields';

/** Labels of the records whose ids a filter in the URL contains. The id of an unknown record is shown as is. */
export const useRefNames = (field: FieldDescriptor, ids: readonly string[]): ReadonlyMap<string, string> => {
  const api = useApi();
  const language = useLanguage();
  const target = useResources().find((resource) => resource.name === field.ref);
  const answers = useQueries({
    queries: (target ? ids : []).map((id) => ({
      queryKey: ['record', target?.name, id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<ResourceRow>(`${target?.path}/${id}`, { signal }),
    })),
  });
  return new Map(
    ids.map((id, index) => {
      const row = answers[index]?.data;
      return [id, target && row ? titleOf(target, row, language) : id];
    }),
  );
};
