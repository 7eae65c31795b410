import { CircleAlert, CircleCheck, CircleSlash, Download, ListChecks, Upload, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useResourceScreens } from '@coulisse/mfe-kit';
import { Button, formatMoment, useLanguage } from '@coulisse/ui-kit';
import {
  importAddress,
  isOver,
  type Job,
  type TrackedJob,
  useJobs,
  useJobWords,
  useResourceText,
} from '@coulisse/resource-client';
import { CancelJob, JobBar, useJobDownload } from '@coulisse/resource-fields';

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
  /** Called when a link opens a page, so that the tray closes. */
  onLeave: () => void;
}

/** One job: its progress, or its outcome with the possible actions. */
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
