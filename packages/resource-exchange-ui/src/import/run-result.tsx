import { Link } from 'react-router';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, formatNumber, Notice, useLanguage } from '@coulisse/ui-kit';
import { importResult, type Job, useResourceText } from '@coulisse/resource-client';
import { importedList } from './imported-list';
import { Outcome } from './outcome';
import { StepFoot } from './step-foot';

interface RunResultProps {
  descriptor: ResourceDescriptor;
  /** URL of the list. */
  list: string;
  job: Job;
  labelOf?: (attribute: string) => string | undefined;
  /** Starts the same import again after a failure. */
  onRetry?: () => void;
  onAnother: () => void;
}

/** The result of an import, with a link to the imported records. */
export const RunResult = ({ descriptor, list, job, labelOf, onRetry, onAnother }: RunResultProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const result = importResult(job);
  const written = result ? result.created + result.updated : 0;
  const good = written + (result?.unchanged ?? 0);
  return (
    <>
      <div className="c-card" data-testid="import-result">
        <section className="r-outcome" aria-live="polite">
          {job.state === 'DONE' && result && (
            <Notice tone={result.failed === 0 ? 'good' : good === 0 ? 'bad' : 'warn'}>
              <b>{text(good === 0 ? 'exchange.run.nothing' : 'exchange.run.done')}</b>{' '}
              {good > 0 &&
                result.failed > 0 &&
                text('exchange.run.rest', {
                  count: result.failed,
                  shown: formatNumber(result.failed, language),
                })}
            </Notice>
          )}
          {job.state === 'CANCELLED' && (
            <Notice tone="warn">
              {text(written > 0 ? 'exchange.run.cancelled.some' : 'exchange.run.cancelled')}
            </Notice>
          )}
          <Outcome descriptor={descriptor} job={job} labelOf={labelOf} />
        </section>
      </div>
      <StepFoot>
        {written > 0 ? (
          <Link
            className="c-button"
            data-kind="main"
            data-testid="import-list"
            to={importedList(descriptor, list, job, { updated: result?.updated ?? 0 })}
          >
            {text(`exchange.run.look.${result?.updated ? 'updated' : 'created'}`)}
          </Link>
        ) : (
          <Link className="c-button" to={list}>
            {text('exchange.run.list')}
          </Link>
        )}
        {onRetry && good === 0 && <Button onClick={onRetry}>{text('exchange.run.retry')}</Button>}
        <Button data-testid="import-another" onClick={onAnother}>
          {text('exchange.run.another')}
        </Button>
      </StepFoot>
    </>
  );
};
