import { useState } from 'react';
import { Button, formatNumber, Notice, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { importResult, isOver, useJob, useProblemText, useResourceText } from '@coulisse/resource-client';
import { Failure } from '@coulisse/resource-fields';
import { isChecked } from './import-state';
import { ImportProgress } from './job-progress';
import { Outcome } from './outcome';
import { StepFoot } from './step-foot';
import type { StepProps } from './step-part';

/** Shows the result of the dry run; nothing is written yet. */
export const CheckStep = ({ descriptor, control }: StepProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const problem = useProblemText();
  const { state } = control;
  const query = useJob(descriptor, state.check?.job ?? null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const job = query.data;
  const result = importResult(job);
  const over = job !== undefined && isOver(job);
  const good = result ? result.created + result.updated + result.unchanged : 0;
  const checked = isChecked(state);

  const start = async (dryRun: boolean) => {
    setBusy(true);
    setFailure(null);
    try {
      await control.start(dryRun);
    } catch (thrown) {
      setFailure(thrown);
    }
    setBusy(false);
  };
  const labelOf = (attribute: string) => state.upload?.fields.find(({ name }) => name === attribute)?.label;
  const ready = over && job.state === 'DONE' && result !== null && checked;
  return (
    <>
      <div className="c-card" data-testid="import-check-result">
        {!job && !query.isError && (
          <section>
            <SkeletonLines lines={4} />
          </section>
        )}
        {query.isError && !job && (
          <section>
            <Failure failure={query.error} onRetry={() => void start(true)} />
          </section>
        )}
        {job && !over && (
          <ImportProgress descriptor={descriptor} job={job} title={text('exchange.check.running')} dryRun />
        )}
        {over && (
          <section className="r-outcome" aria-live="polite">
            {!checked && <Notice tone="warn">{text('exchange.check.stale')}</Notice>}
            {job.state === 'CANCELLED' && <Notice>{text('exchange.check.cancelled')}</Notice>}
            {job.state === 'DONE' && result && (
              <Notice tone={result.failed === 0 ? 'good' : good === 0 ? 'bad' : 'warn'}>
                {result.failed === 0
                  ? text('exchange.check.good')
                  : good === 0
                    ? text('exchange.check.none')
                    : text('exchange.check.some', {
                        count: result.failed,
                        shown: formatNumber(result.failed, language),
                      })}
              </Notice>
            )}
            <Outcome descriptor={descriptor} job={job} labelOf={labelOf} />
          </section>
        )}
      </div>
      {failure !== null && <Notice tone="bad">{problem(failure)}</Notice>}
      <StepFoot back={state.run ? undefined : { run: () => control.go('columns') }}>
        {ready && !state.run && good > 0 && (
          <Button kind="main" busy={busy} data-testid="import-run" onClick={() => void start(false)}>
            {text(result.failed > 0 ? 'exchange.run.others' : 'exchange.run', {
              count: good,
              shown: formatNumber(good, language),
            })}
          </Button>
        )}
        {over && !ready && !state.run && (
          <Button kind="main" busy={busy} data-testid="import-check" onClick={() => void start(true)}>
            {text('exchange.check.again')}
          </Button>
        )}
        {over && !state.run && (result?.failed ?? 0) > 0 && (
          <Button onClick={() => control.go('file')}>{text('exchange.file.corrected')}</Button>
        )}
      </StepFoot>
    </>
  );
};
