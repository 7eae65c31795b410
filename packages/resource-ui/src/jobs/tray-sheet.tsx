import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import { Button } from '@coulisse/ui-kit';
import { type Job, useJobs, useResourceText, useTrackedJobs } from '@coulisse/resource-client';
import { JobLine } from './job-line';
import '../styles/jobs-sheet.css';

const FRESH = 60_000;

export interface TraySheetProps {
  resources: readonly ResourceDescriptor[];
  onClose: () => void;
}

/** What the tray contains. */
export const TraySheet = ({ resources, onClose }: TraySheetProps) => {
  const text = useResourceText();
  const { jobs } = useTrackedJobs();
  const { opened, clear } = useJobs();
  const asking = useListedJobs(resources);
  const over = jobs.filter(({ entry }) => entry.over);
  useEffect(opened);
  return (
    <div className="r-jobs" data-testid="jobs" aria-busy={asking}>
      <header>
        <h2>{text('exchange.jobs')}</h2>
        {over.length > 0 && (
          <Button kind="quiet" size="small" onClick={clear} data-testid="jobs-clear">
            {text('exchange.jobs.clear')}
          </Button>
        )}
      </header>
      {jobs.length === 0 ? (
        <p className="c-soft">{text(asking ? 'exchange.jobs.asking' : 'exchange.jobs.none')}</p>
      ) : (
        <ul role="list">
          {jobs.map((tracked) => (
            <JobLine key={tracked.entry.id} tracked={tracked} onLeave={onClose} />
          ))}
        </ul>
      )}
    </div>
  );
};

/** Loads the user's jobs, including those of other devices and tabs; cached for one minute. */
const useListedJobs = (resources: readonly ResourceDescriptor[]): boolean => {
  const api = useApi();
  const { list } = useJobs();
  return useQueries({
    queries: resources.map((descriptor) => ({
      queryKey: ['jobs', descriptor.name],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { items } = await api.get<{ items: Job[] }>(`${descriptor.path}/_jobs?mine`, { signal });
        list(descriptor, items);
        return items.length;
      },
      // No retry: a service that is down must not delay the jobs of the others.
      retry: false,
      staleTime: FRESH,
    })),
    combine: (answers) => answers.some(({ isFetching }) => isFetching),
  });
};
