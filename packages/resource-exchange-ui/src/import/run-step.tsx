import { SkeletonLines } from '@coulisse/ui-kit';
import { isOver, useJob, useResourceText } from '@coulisse/resource-client';
import { Failure } from '@coulisse/resource-fields';
import { ImportProgress } from './job-progress';
import { RunResult } from './run-result';
import type { StepProps } from './step-part';

/** The last step: progress of the import, then its result. */
export const RunStep = ({ descriptor, screens, control }: StepProps) => {
  const text = useResourceText();
  const { state } = control;
  const query = useJob(descriptor, state.run?.job ?? null);
  const job = query.data;
  const labelOf = (attribute: string) => state.upload?.fields.find(({ name }) => name === attribute)?.label;
  if (!job)
    return (
      <div className="c-card">
        <section>
          {query.isError ? (
            <Failure failure={query.error} onRetry={() => void query.refetch()} />
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
          title={text('exchange.run.running')}
          dryRun={false}
        />
      </div>
    );
  return (
    <RunResult
      descriptor={descriptor}
      list={screens.list}
      job={job}
      labelOf={labelOf}
      onRetry={() => {
        control.dispatch({ type: 'unran' });
        control.go('check', true);
      }}
      onAnother={() => {
        control.dispatch({ type: 'restarted' });
        control.go('file');
      }}
    />
  );
};
