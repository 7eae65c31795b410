import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import { isOver, jobKey, readJob } from './job';
import { useJobs, useTrackedJobs } from './jobs-context';

const PAUSE = 1_000;

/** A job shown by a page; meanwhile the tray does not announce its end. */
export const useJob = (descriptor: ResourceDescriptor, id: string | null) => {
  const api = useApi();
  const { watch } = useJobs();
  // Jobs of the tray are already polled.
  const tracked = useTrackedJobs().jobs.some(({ entry }) => entry.id === id);
  useEffect(() => (id === null ? undefined : watch(id)), [id, watch]);
  return useQuery({
    queryKey: jobKey(descriptor.name, id ?? ''),
    queryFn: ({ signal }) => readJob(api, descriptor.path, id ?? '', signal),
    enabled: id !== null,
    staleTime: ({ state: { data } }) => (data && isOver(data) ? Infinity : 0),
    refetchInterval: ({ state: { data, error } }) =>
      tracked || error || (data && isOver(data)) ? false : PAUSE,
  });
};
