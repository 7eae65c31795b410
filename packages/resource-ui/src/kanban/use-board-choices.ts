import { useQuery } from '@tanstack/react-query';
import { type FieldDescriptor, type ResourceRow, useApi, useResources } from '@coulisse/mfe-kit';

/** More columns than this are no board. */
const MOST = 50;

/**
 * The field of a board with its values: those of an enumeration as they are; of a reference, the records that it may point
 * at, in their own order. Null while they are asked for.
 */
export const useBoardChoices = (field: FieldDescriptor | null): FieldDescriptor | null => {
  const api = useApi();
  const target = useResources().find(({ name }) => name === field?.ref);
  const isRef = field?.type === 'ref';
  const query = useQuery({
    // Stale with every list of the resource.
    queryKey: ['list', target?.name, 'choices'],
    queryFn: async ({ signal }) => {
      const asked = new URLSearchParams({ size: String(MOST), total: 'none', sort: target?.sort ?? '' });
      return (await api.get<{ items: ResourceRow[] }>(`${target?.path}?${asked}`, { signal })).items;
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
