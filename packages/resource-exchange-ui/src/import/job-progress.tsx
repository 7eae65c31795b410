import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { type Job, useJobWords, useResourceText } from '@coulisse/resource-client';
import { CancelJob, JobBar } from '@coulisse/resource-fields';

interface ImportProgressProps {
  descriptor: ResourceDescriptor;
  job: Job;
  title: string;
  /** A dry run writes nothing: it is cancelled without confirmation. */
  dryRun: boolean;
}

/** Progress of a running import; the user may leave the page. */
export const ImportProgress = ({ descriptor, job, title, dryRun }: ImportProgressProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const words = useJobWords();
  const entry = {
    id: job.id,
    resource: descriptor.name,
    kind: job.kind,
    startedAt: job.createdAt,
    over: false,
    seen: false,
    ...(dryRun ? ({ dryRun } as const) : {}),
  };
  return (
    <section className="r-import-progress" data-testid="import-progress">
      <h2>{title}</h2>
      <JobBar job={job} label={title} />
      <p className="c-soft" role="status">
        {words.progress(job, language)}
      </p>
      <p className="c-faint">{text('exchange.leave')}</p>
      <CancelJob tracked={{ entry, descriptor }} job={job} wide />
    </section>
  );
};
