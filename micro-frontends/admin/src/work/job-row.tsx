import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber, StateChip, useLanguage } from '@coulisse/ui-kit';
import { until } from '../failures/failure';
import { useServiceName } from '../services';
import { type BackgroundJob, goesOn, isKnown, isRetrying, mayStop, shareOf, TONES } from './job';
import { useWorkText } from './use-work-text';

export interface JobRowProps {
  job: BackgroundJob;
  /** Its tenant, for users who see the jobs of all tenants. */
  tenant: string | null;
  /** The last cell. */
  actions: ReactNode;
}

export const JobRow = ({ job, tenant, actions }: JobRowProps) => {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const serviceName = useServiceName();
  const { nameOf } = useWorkText();
  const { service, state, startedAt, finishedAt, attempts } = job;
  const moment = (at: string) => formatDate(at, language, 'short-time');
  return (
    <tr data-testid="job" data-job={job.id}>
      <td className="a-what">
        <strong>{nameOf(job)}</strong>
        <small>
          {serviceName(service)}
          {tenant !== null && ` · ${tenant}`}
        </small>
      </td>
      <td className="a-state">
        <StateChip tone={isRetrying(job) ? 'info' : TONES[state]}>
          {t(isRetrying(job) ? 'job.state.retrying' : `job.state.${state}`)}
        </StateChip>
        <Progress job={job} />
      </td>
      <td className="a-why" data-empty={(job.error === null && job.cancellation === null) || undefined}>
        <LastError job={job} />
        <Details job={job} />
      </td>
      <td data-label={t('job.started')}>{startedAt ? moment(startedAt) : t('job.started.none')}</td>
      <td data-label={t('job.ended')}>{finishedAt ? moment(finishedAt) : t('job.ended.none')}</td>
      <td className="c-num" data-label={t('job.attempts')}>
        {formatNumber(attempts, language, 0)}
      </td>
      {actions}
    </tr>
  );
};

/** How far the work is, and when it goes on. */
const Progress = ({ job }: { job: BackgroundJob }) => {
  const { t, i18n } = useTranslation('admin');
  const language = useLanguage();
  const { state, done, total, nextAttemptAt } = job;
  const share = shareOf(job);
  const number = formatNumber(done, language, 0);
  return (
    <>
      {share !== null && state !== 'DONE' && (
        <progress className="c-progress" aria-label={t('job.progress')} max={1} value={share} />
      )}
      {share !== null && total !== null && (
        <small>{t('job.progress.share', { done: number, total: formatNumber(total, language, 0) })}</small>
      )}
      {share === null && done > 0 && <small>{t('job.progress.done', { count: done, number })}</small>}
      {isRetrying(job) && nextAttemptAt && (
        <small>{t('job.next', { when: until(nextAttemptAt, i18n.language) })}</small>
      )}
      {goesOn(job) && <small>{t('job.goes-on')}</small>}
      {!isKnown(job) && mayStop(job) && <small>{t('job.unknown.help')}</small>}
    </>
  );
};

/** The error in words. */
const LastError = ({ job: { error } }: { job: BackgroundJob }) => {
  const { t } = useTranslation('admin');
  const { errorOf } = useWorkText();
  if (error) return errorOf(error);
  return (
    <span className="c-faint" data-empty>
      {t('job.error.none')}
    </span>
  );
};

/** Why the job was ended, and what support asks for; folded. */
const Details = ({ job: { id, name, error, cancellation, finishedAt } }: { job: BackgroundJob }) => {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  if (!error && !cancellation) return null;
  return (
    <details className="a-details">
      <summary>{t('job.details')}</summary>
      <dl>
        {cancellation && (
          <>
            <dt>{t('job.details.reason')}</dt>
            <dd>{cancellation.reason}</dd>
            <dt>{t('job.details.stopped-by')}</dt>
            <dd>
              {cancellation.by}
              {finishedAt && `, ${formatDate(finishedAt, language, 'short-time')}`}
            </dd>
          </>
        )}
        {error && (
          <>
            <dt>{t('job.details.error')}</dt>
            <dd>{error.code}</dd>
          </>
        )}
        <dt>{t('job.details.name')}</dt>
        <dd>{name}</dd>
        <dt>{t('job.details.id')}</dt>
        <dd>{id}</dd>
      </dl>
    </details>
  );
};
