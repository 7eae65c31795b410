import { useQuery } from '@tanstack/react-query';
import { type FieldDescriptor, type ResourceRow, useApi, useResources } from '@coulisse/mfe-kit';

/** Maximum number of columns of a board. */
const MOST = 50;

/**
 * The field of a board with its values: those of an enumeration, or the records that a reference may point at, in
 * the order of their list. Null while they are loading.
 */
export const useBoardChoices = (field: FieldDescriptor | null): FieldDescriptor | null => {
  const api = useApi();
  const target = useResources().find(({ name }) => name === field?.ref);
  const isRef = field?.type === 'ref';
  const query = useQuery({
    // Invalidated with the lists of the resource.
    queryKey: ['list', target?.name, 'choices'],
    queryFn: async ({ signal }) => {
      const params = new URLSearchParams({ size: String(MOST), total: 'none', sort: target?.sort ?? '' });
      return (await api.get<{ items: ResourceRow[] }>(`${target?.path}?${params}`, { signal })).items;
    },
    enabled: isRef && target !== undefined,
  });
  if (!field || !isRef) return field;
  if (!target || !query.data) return null;
  const labels = query.data.map((row) => {
    const name = String(row[target.labelField] ?? row.id);
    return [row.id, { fr: name, en: name }] as const;
  });
  return { ...field, enum: labels.map(([id]) => id), enumLabels: Object.fromEntries(labels) };
};
