import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '../../locales';
import type { Job } from '../jobs/job';
import { JobBar } from '../jobs/job-bar';
import { CancelJob } from '../jobs/job-line';
import { useJobWords } from '../jobs/job-words';

interface ImportProgressProps {
  descriptor: ResourceDescriptor;
  job: Job;
  title: string;
  /** It writes nothing: it may be stopped without a question. */
  dryRun: boolean;
}

/** An import on its way; nobody has to stay and look. */
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
