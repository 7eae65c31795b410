import { Download } from 'lucide-react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, formatNumber, Notice, useLanguage } from '@coulisse/ui-kit';
import {
  importResult,
  type ImportResult,
  type Job,
  type RowError,
  useResourceText,
} from '@coulisse/resource-client';
import { useJobDownload } from '@coulisse/resource-fields';
import { bareMessage } from './bare-message';

interface OutcomeProps {
  descriptor: ResourceDescriptor;
  job: Job;
  /** The label of an attribute. */
  labelOf?: (attribute: string) => string | undefined;
}

const COUNTS = ['created', 'updated', 'unchanged', 'failed'] as const;
const TONES: Partial<Record<(typeof COUNTS)[number], string>> = { created: 'good', failed: 'bad' };

/** The result of an import: counts, and the refused rows with their errors. */
export const Outcome = ({ descriptor, job, labelOf }: OutcomeProps) => {
  const text = useResourceText();
  const result = importResult(job);
  return (
    <>
      {job.state === 'FAILED' && (
        <Notice tone="bad">{job.problem?.detail ?? job.problem?.title ?? text('exchange.job.failed')}</Notice>
      )}
      {result && <Counts result={result} />}
      {result && result.failed > 0 && (
        <Errors descriptor={descriptor} job={job} result={result} labelOf={labelOf} />
      )}
    </>
  );
};

const Counts = ({ result }: { result: ImportResult }) => {
  const text = useResourceText();
  const language = useLanguage();
  return (
    <dl className="r-counts" data-testid="import-counts">
      {COUNTS.map((name) => (
        <div key={name} data-tone={result[name] > 0 ? TONES[name] : undefined} data-count={name}>
          <dt>
            {text(`exchange.${result.dryRun ? 'expected' : 'outcome'}.${name}`, { count: result[name] })}
          </dt>
          <dd>{formatNumber(result[name], language)}</dd>
        </div>
      ))}
    </dl>
  );
};

const Errors = ({ descriptor, job, result, labelOf }: OutcomeProps & { result: ImportResult }) => {
  const text = useResourceText();
  const language = useLanguage();
  const download = useJobDownload();
  const { errors } = result;
  return (
    <>
      <div className="r-errors-head">
        <h2>
          {text('exchange.errors.title', {
            count: result.failed,
            shown: formatNumber(result.failed, language),
          })}
        </h2>
        {job.file && (
          <Button
            icon={<Download aria-hidden />}
            data-testid="import-errors-file"
            onClick={() => void download(descriptor, job)}
          >
            {text('exchange.errors.download')}
          </Button>
        )}
      </div>
      {job.file && <p className="c-soft">{text('exchange.errors.body')}</p>}
      <div className="r-errors-scroll" tabIndex={0} role="region" aria-label={text('exchange.errors.table')}>
        <table className="r-error-rows" data-testid="import-errors">
          <thead>
            <tr>
              <th scope="col" className="c-num">
                {text('exchange.errors.row')}
              </th>
              <th scope="col">{text('exchange.errors.attribute')}</th>
              <th scope="col">{text('exchange.errors.header')}</th>
              <th scope="col">{text('exchange.errors.message')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map((error, index) => (
              <ErrorRow key={index} error={error} label={labelOf?.(error.attribute)} />
            ))}
          </tbody>
        </table>
      </div>
      {errors.length >= SHOWN_ERRORS && (
        <p className="c-faint">
          {text('exchange.errors.more', { count: formatNumber(SHOWN_ERRORS, language) })}
        </p>
      )}
    </>
  );
};

/** Maximum number of errors in the server's response. */
const SHOWN_ERRORS = 200;

const ErrorRow = ({ error, label }: { error: RowError; label: string | undefined }) => {
  const text = useResourceText();
  const { row, attribute, header } = error;
  return (
    <tr>
      <td className="c-num">{row}</td>
      <td title={attribute}>{label ?? (attribute || text('exchange.errors.wholeRow'))}</td>
      <td>{header}</td>
      <td>{bareMessage(error)}</td>
    </tr>
  );
};
