import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type ResourceDescriptor, type ResourceRow, useApi, useResources } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import type { Draft } from '../data/values';
import { titleOf } from '../title';

const GIVEN = /^set\.([A-Za-z0-9_]+)$/;

/** `?set.tiers=<id>`: values that a link gives to a new record, for fields that can be written. */
export const givenIn = (descriptor: ResourceDescriptor, params: URLSearchParams): Record<string, string> => {
  const given: Record<string, string> = {};
  for (const [key, value] of params) {
    const [, name] = GIVEN.exec(key) ?? [];
    const field = descriptor.fields.find((candidate) => candidate.name === name);
    if (field && !field.readonly && value) given[field.name] = value;
  }
  return given;
};

/** Only an address of this portal: a link from elsewhere must not lead away. */
export const backAddress = (params: URLSearchParams): string | null => {
  const back = params.get('back');
  return back && /^\/(?![/\\])/.test(back) ? back : null;
};

/** The same with the names of the records that are pointed at; null until they are known. */
export const useGivenValues = (descriptor: ResourceDescriptor): Draft | null => {
  const api = useApi();
  const language = useLanguage();
  const resources = useResources();
  const [params] = useSearchParams();
  const given = givenIn(descriptor, params);
  const fields = descriptor.fields.filter((field) => field.name in given);
  const pointers = fields.filter((field) => field.type === 'ref');
  const labels = useQuery({
    queryKey: ['given', descriptor.name, given, language],
    queryFn: ({ signal }) =>
      Promise.all(
        pointers.map(async (field) => {
          const id = given[field.name] ?? '';
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
    field.type === 'bool' ? given[field.name] === 'true' : given[field.name],
  ]);
  return Object.fromEntries([...plain, ...(labels.data ?? [])]) as Draft;
};
