import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import { Button, Dialog, formatNumber, Notice, useLanguage, useUiText } from '@coulisse/ui-kit';
import {
  type BulkResult,
  isOver,
  type Job,
  jobKey,
  type ListRow,
  readJob,
  useJobs,
  useJobWords,
  useResourceText,
} from '@coulisse/resource-client';
import { CancelJob, JobBar } from '@coulisse/resource-fields';
import { Refusals } from './bulk-report';

const PAUSE = 700;

interface JobProgressProps {
  descriptor: ResourceDescriptor;
  job: Job;
  rows: ReadonlyMap<string, ListRow>;
  onClose: () => void;
}

/** Result of a bulk job. */
interface BulkOutcome {
  done: number;
  failed: number;
  /** The first errors. */
  errors: BulkResult[];
}

/** Progress of an action on all results. The job continues when this is closed; the tray shows it. */
export const JobProgress = ({ descriptor, job: started, rows, onClose }: JobProgressProps) => {
  const api = useApi();
  const text = useResourceText();
  const uiText = useUiText();
  const language = useLanguage();
  const words = useJobWords();
  const { track, watch } = useJobs();
  useEffect(() => {
    track(descriptor, started);
    return watch(started.id);
  }, [track, watch, descriptor, started]);
  const { data: job = started } = useQuery({
    queryKey: jobKey(descriptor.name, started.id),
    queryFn: ({ signal }) => readJob(api, descriptor.path, started.id, signal),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : PAUSE),
  });
  const over = isOver(job);
  const outcome = job.result as Partial<BulkOutcome> | null;
  const failed = outcome?.failed ?? 0;
  const refused = outcome?.errors ?? [];
  const title = text(over ? `list.job.${job.state}` : 'list.job.title');
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          {!over && (
            <CancelJob
              wide
              tracked={{
                descriptor,
                entry: {
                  id: job.id,
                  resource: descriptor.name,
                  kind: job.kind,
                  startedAt: job.createdAt,
                  over,
                  seen: true,
                },
              }}
              job={job}
            />
          )}
          <Button kind="main" onClick={onClose}>
            {over ? uiText('action.close') : text('list.job.background')}
          </Button>
        </>
      }
    >
      <div className="r-report" data-testid="job-progress" data-state={job.state}>
        {!over && <JobBar job={job} label={title} />}
        <p className="c-soft" aria-live="polite">
          {over ? words.outcome(job, language) : words.progress(job, language)}
        </p>
        {refused.length > 0 && <Refusals results={refused} rows={rows} descriptor={descriptor} />}
        {failed > refused.length && (
          <Notice>{text('list.job.more', { shown: formatNumber(failed - refused.length, language) })}</Notice>
        )}
      </div>
    </Dialog>
  );
};
