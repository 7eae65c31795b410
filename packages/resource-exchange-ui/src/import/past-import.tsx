import { Button, SkeletonLines } from '@coulisse/ui-kit';
import { importResult, isOver, useJob, useResourceText, useTrackedJobs } from '@coulisse/resource-client';
import { Failure } from '@coulisse/resource-fields';
import { ImportProgress } from './job-progress';
import { Outcome } from './outcome';
import { RunResult } from './run-result';
import { StepFoot } from './step-foot';
import type { StepProps } from './step-part';

/** Progress or result of an import that was started on another page. */
export const PastImport = ({ descriptor, screens, control, id }: StepProps & { id: string }) => {
  const text = useResourceText();
  const query = useJob(descriptor, id);
  const entry = useTrackedJobs().jobs.find((tracked) => tracked.entry.id === id)?.entry;
  const job = query.data;
  const begin = () => {
    control.dispatch({ type: 'restarted' });
    control.go('file');
  };
  const dryRun = importResult(job)?.dryRun ?? entry?.dryRun ?? false;
  if (!job)
    return (
      <div className="c-card">
        <section>
          {query.isError ? (
            <Failure
              failure={query.error}
              onRetry={() => void query.refetch()}
              actions={<Button onClick={begin}>{text('exchange.run.another')}</Button>}
            />
          ) : (
            <SkeletonLines lines={4} />
          )}
        </section>
      </div>
    );
  if (!isOver(job))
    return (
      <div className="c-card">
        <ImportProgress
          descriptor={descriptor}
          job={job}
          title={text(dryRun ? 'exchange.check.running' : 'exchange.run.running')}
          dryRun={dryRun}
        />
      </div>
    );
  if (dryRun)
    return (
      <>
        <div className="c-card">
          <section className="r-outcome">
            <Outcome descriptor={descriptor} job={job} />
          </section>
        </div>
        <StepFoot back={{ to: screens.list }}>
          <Button kind="main" onClick={begin}>
            {text('exchange.run.another')}
          </Button>
        </StepFoot>
      </>
    );
  return <RunResult descriptor={descriptor} list={screens.list} job={job} onAnother={begin} />;
};
