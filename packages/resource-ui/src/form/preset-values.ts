import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type ResourceDescriptor, type ResourceRow, useApi, useResources } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import type { Draft } from '@coulisse/resource-client';
import { titleOf } from '@coulisse/resource-fields';

const GIVEN = /^set\.([A-Za-z0-9_]+)$/;

/** `?set.tiers=<id>`: preset values of a new record from a link, for writable fields. */
export const presetValuesIn = (
  descriptor: ResourceDescriptor,
  params: URLSearchParams,
): Record<string, string> => {
  const presetValues: Record<string, string> = {};
  for (const [key, value] of params) {
    const [, name] = GIVEN.exec(key) ?? [];
    const field = descriptor.fields.find((candidate) => candidate.name === name);
    if (field && !field.readonly && value) presetValues[field.name] = value;
  }
  return presetValues;
};

/** Only a path inside the portal, to prevent an open redirect. */
export const backAddress = (params: URLSearchParams): string | null => {
  const back = params.get('back');
  return back && /^\/(?![/\\])/.test(back) ? back : null;
};

/** The preset values with the labels of referenced records; null until these are loaded. */
export const usePresetValues = (descriptor: ResourceDescriptor): Draft | null => {
  const api = useApi();
  const language = useLanguage();
  const resources = useResources();
  const [params] = useSearchParams();
  const presetValues = presetValuesIn(descriptor, params);
  const fields = descriptor.fields.filter((field) => field.name in presetValues);
  const pointers = fields.filter((field) => field.type === 'ref');
  const labels = useQuery({
    queryKey: ['given', descriptor.name, presetValues, language],
    queryFn: ({ signal }) =>
      Promise.all(
        pointers.map(async (field) => {
          const id = presetValues[field.name] ?? '';
          const target = resources.find((resource) => resource.name === field.ref);
          const record = target
            ? await api.get<ResourceRow>(`${target.path}/${id}`, { signal }).catch(() => null)
            : null;
          return [field.name, { id, label: target && record ? titleOf(target, record, language) : id }];
        }),
      ),
    enabled: pointers.length > 0,
    staleTime: 60_000,
  });
  if (pointers.length > 0 && labels.isPending) return null;
  const plain = fields.map((field) => [
    field.name,
    field.type === 'bool' ? presetValues[field.name] === 'true' : presetValues[field.name],
  ]);
  return Object.fromEntries([...plain, ...(labels.data ?? [])]) as Draft;
};
