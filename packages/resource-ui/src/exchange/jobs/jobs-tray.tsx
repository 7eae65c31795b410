import { useQueries } from '@tanstack/react-query';
import { FolderSync } from 'lucide-react';
import { useEffect } from 'react';
import { type ResourceDescriptor, useApi, useResources } from '@coulisse/mfe-kit';
import { Button, Menu } from '@coulisse/ui-kit';
import { useResourceText } from '../../locales';
import type { Job } from './job';
import { JobLine } from './job-line';
import { useJobs, useTrackedJobs } from './jobs-context';

/** Exports, imports and actions on many records: those that run and those that ended, wherever one works. */
export const JobsTray = () => {
  const text = useResourceText();
  const { running, news } = useTrackedJobs();
  const resources = useResources().filter(mayHaveJobs);
  if (resources.length === 0) return null;
  const label = [
    text('exchange.jobs'),
    ...(running > 0 ? [text('exchange.jobs.running', { count: running })] : []),
    ...(news > 0 ? [text('exchange.jobs.news', { count: news })] : []),
  ].join(', ');
  return (
    <Menu
      label={text('exchange.jobs')}
      trigger={(trigger) => (
        <Button
          kind="quiet"
          square
          className="r-jobs-button"
          aria-label={label}
          title={text('exchange.jobs')}
          data-running={running > 0 || undefined}
          data-testid="jobs-open"
          icon={<FolderSync aria-hidden />}
          {...trigger}
        >
          {running + news > 0 && (
            <span className="r-jobs-count" data-news={running === 0 || undefined} aria-hidden>
              {running || news}
            </span>
          )}
        </Button>
      )}
    >
      {(close) => <TraySheet resources={resources} onClose={close} />}
    </Menu>
  );
};

const mayHaveJobs = ({ may }: ResourceDescriptor): boolean => may.export || may.import || may.update;

const FRESH = 60_000;

interface TraySheetProps {
  resources: readonly ResourceDescriptor[];
  onClose: () => void;
}

const TraySheet = ({ resources, onClose }: TraySheetProps) => {
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

/** Asks once in a while which jobs this person has: those of another device, or of another tab. */
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
      // A service that is away hides the jobs of no other.
      retry: false,
      staleTime: FRESH,
    })),
    combine: (answers) => answers.some(({ isFetching }) => isFetching),
  });
};
