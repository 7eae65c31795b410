import { useQueryClient } from '@tanstack/react-query';
import {
  CircleAlert,
  CircleCheck,
  CircleSlash,
  CircleStop,
  Download,
  ListChecks,
  Upload,
  X,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi, useResourceScreens } from '@coulisse/mfe-kit';
import { Button, ConfirmDialog, formatMoment, useLanguage, useToast } from '@coulisse/ui-kit';
import { useResourceText } from '../../locales';
import { useProblemText } from '../../problem-text';
import { importAddress } from '../import/import-address';
import { cancelJob, isOver, jobKey, type Job } from './job';
import { JobBar } from './job-bar';
import { useJobWords } from './job-words';
import { type TrackedJob, useJobs } from './jobs-context';
import { useJobDownload } from './use-job-download';

const KINDS: Record<Job['kind'], ReactNode> = {
  export: <Download className="c-icon" aria-hidden />,
  import: <Upload className="c-icon" aria-hidden />,
  bulk: <ListChecks className="c-icon" aria-hidden />,
};
const ENDS: Partial<Record<Job['state'], ReactNode>> = {
  DONE: <CircleCheck className="c-icon" data-tone="good" aria-hidden />,
  FAILED: <CircleAlert className="c-icon" data-tone="bad" aria-hidden />,
  CANCELLED: <CircleSlash className="c-icon" aria-hidden />,
};

interface JobLineProps {
  tracked: TrackedJob;
  /** The sheet is left for a page. */
  onLeave: () => void;
}

/** One job: how far it is, or what became of it and what can be done with that. */
export const JobLine = ({ tracked, onLeave }: JobLineProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const words = useJobWords();
  const { dismiss } = useJobs();
  const { entry, descriptor, job } = tracked;
  const title = words.title(entry, descriptor, job, language);
  const over = job !== undefined && isOver(job);
  return (
    <li data-testid={`job-${entry.id}`} data-state={job?.state}>
      {(over && ENDS[job.state]) || KINDS[entry.kind]}
      <div className="r-job-text">
        <b>{title}</b>
        <small className="c-faint">
          {[entry.name, formatMoment(entry.startedAt, language)].filter(Boolean).join(' · ')}
        </small>
        {job && !over && (
          <>
            <JobBar job={job} label={title} />
            <span className="c-soft">{words.progress(job, language)}</span>
          </>
        )}
        {over && (
          <span className={job.state === 'FAILED' ? 'r-job-failed' : 'c-soft'}>
            {words.outcome(job, language)}
          </span>
        )}
        {over && <Leavings tracked={tracked} job={job} onLeave={onLeave} />}
      </div>
      {over ? (
        <Button
          kind="quiet"
          square
          size="small"
          aria-label={text('exchange.jobs.dismiss', { job: title })}
          title={text('exchange.jobs.dismiss.short')}
          icon={<X aria-hidden />}
          onClick={() => dismiss(entry.id)}
        />
      ) : (
        job && <CancelJob tracked={tracked} job={job} />
      )}
    </li>
  );
};

const Leavings = ({ tracked, job, onLeave }: JobLineProps & { job: Job }) => {
  const text = useResourceText();
  const navigate = useNavigate();
  const download = useJobDownload();
  const { entry, descriptor } = tracked;
  const page = useResourceScreens(descriptor)?.import;
  const look = job.kind === 'import' && job.state === 'DONE' && page;
  if (!job.file && !look) return null;
  return (
    <span className="r-job-actions">
      {look && (
        <Button
          kind="link"
          onClick={() => {
            onLeave();
            void navigate(importAddress(look, entry));
          }}
        >
          {text('exchange.job.look')}
        </Button>
      )}
      {job.file && (
        <Button kind="link" data-testid="job-download" onClick={() => void download(descriptor, job)}>
          {text(job.kind === 'import' ? 'exchange.errors.download' : 'exchange.download')}
        </Button>
      )}
    </span>
  );
};

interface CancelJobProps {
  tracked: Pick<TrackedJob, 'entry' | 'descriptor'>;
  job: Job;
  /** With its words, where there is room. */
  wide?: boolean;
}

/** Ends a job. What it has written stays written: that is asked first. */
export const CancelJob = ({ tracked: { entry, descriptor }, job, wide }: CancelJobProps) => {
  const api = useApi();
  const text = useResourceText();
  const toast = useToast();
  const problem = useProblemText();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const writes = job.kind !== 'export' && !entry.dryRun;
  const stop = async () => {
    setAsking(false);
    setBusy(true);
    try {
      client.setQueryData(jobKey(entry.resource, entry.id), await cancelJob(api, descriptor.path, entry.id));
    } catch (failure) {
      toast.bad(problem(failure));
    } finally {
      setBusy(false);
    }
  };
  const begin = () => (writes ? setAsking(true) : void stop());
  return (
    <>
      {wide ? (
        <Button kind="danger" busy={busy} data-testid="job-cancel" onClick={begin}>
          {text('exchange.job.stop')}
        </Button>
      ) : (
        <Button
          kind="quiet"
          square
          size="small"
          busy={busy}
          aria-label={text('exchange.job.stop')}
          title={text('exchange.job.stop')}
          icon={<CircleStop aria-hidden />}
          data-testid="job-cancel"
          onClick={begin}
        />
      )}
      {asking && (
        <ConfirmDialog
          danger
          title={text('exchange.job.stop.title')}
          confirm={text('exchange.job.stop')}
          onConfirm={() => void stop()}
          onClose={() => setAsking(false)}
        >
          {text('exchange.job.stop.body')}
        </ConfirmDialog>
      )}
    </>
  );
};
