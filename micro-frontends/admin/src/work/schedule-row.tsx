import { TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, localDay, StateChip, useLanguage } from '@coulisse/ui-kit';
import { until } from '../failures/failure';
import { useServiceName } from '../services';
import { TONES } from './job';
import {
  afterMissed,
  cadence,
  cronParts,
  isLate,
  runTime,
  type Schedule,
  type ScheduleRun,
} from './schedule';
import { useWorkText } from './use-work-text';

export interface ScheduleRowProps {
  schedule: Schedule;
  /** For users who see the schedules of all tenants. */
  allTenants: boolean;
  /** Name of the tenant of a run, for the same users. */
  tenantOf: (run: ScheduleRun) => string | null;
}

export const ScheduleRow = ({ schedule, allTenants, tenantOf }: ScheduleRowProps) => {
  const { t, i18n } = useTranslation('admin');
  const language = useLanguage();
  const serviceName = useServiceName();
  const { label, service, tenants, nextAt, last, irregular, irregularCount } = schedule;
  const rest = irregularCount - irregular.length;
  return (
    <tr data-testid="schedule">
      <td className="a-what">
        <strong>{label}</strong>
        <small>
          {serviceName(service)}
          {allTenants && tenants !== null && ` · ${t('schedule.tenants', { count: tenants })}`}
        </small>
        <Cadence schedule={schedule} allTenants={allTenants} />
      </td>
      <td data-label={t('schedule.next')} data-testid="schedule-next">
        <span>
          {formatDate(nextAt, language, 'short-time')}
          {isLate(schedule) ? (
            <small>
              <StateChip tone="warn">{t('schedule.late')}</StateChip>
            </small>
          ) : (
            <small>{until(nextAt, i18n.language)}</small>
          )}
        </span>
      </td>
      <td className="a-last" data-label={t('schedule.last')}>
        <span>{last ? <LastRun run={last} tenant={tenantOf(last)} /> : t('schedule.last.none')}</span>
      </td>
      <td className="a-irregular">
        {irregular.length === 0 && <span className="c-faint">{t('schedule.irregular.none')}</span>}
        <ul>
          {irregular.map((run) => (
            <IrregularRun key={`${run.tenantId} ${run.plannedAt}`} run={run} tenant={tenantOf(run)} />
          ))}
        </ul>
        {rest > 0 && <small>{t('schedule.irregular.more', { count: rest })}</small>}
      </td>
    </tr>
  );
};

/** How often, and by which clock where that is not the reader's own. */
const Cadence = ({ schedule: { cron, zone }, allTenants }: { schedule: Schedule; allTenants: boolean }) => {
  const { t } = useTranslation('admin');
  const words = cadence(cron, useLanguage());
  if (!words)
    return <CronExpression cron={cron} zone={allTenants ? (zone ?? t('schedule.cron.own-zone')) : null} />;
  const text = t(words.key, words.values);
  // Minutes are the same by every clock.
  const isByClock = 'time' in words.values;
  if (!isByClock || !allTenants) return <small>{text}</small>;
  return (
    <small>
      {zone === null
        ? t('schedule.in-tenants', { cadence: text })
        : t('schedule.in-zone', { cadence: text, zone })}
    </small>
  );
};

/** An expression that has no simple words: as it is written, and its parts on request. */
const CronExpression = ({ cron, zone }: { cron: string; zone: string | null }) => {
  const { t } = useTranslation('admin');
  return (
    <details className="a-details" data-testid="schedule-cron">
      <summary>
        <code>{cron}</code>
      </summary>
      <dl>
        {cronParts(cron).map(({ part, value }) => (
          <Fragment key={part}>
            <dt>{t(`schedule.cron.${part}`)}</dt>
            <dd>{value === '*' ? t('schedule.cron.every') : value}</dd>
          </Fragment>
        ))}
        {zone !== null && (
          <>
            <dt>{t('schedule.cron.zone')}</dt>
            <dd>{zone}</dd>
          </>
        )}
      </dl>
    </details>
  );
};

const LastRun = ({ run, tenant }: { run: ScheduleRun; tenant: string | null }) => {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { errorOf } = useWorkText();
  const state = run.state ?? 'DONE';
  const took = runTime(run, language);
  return (
    <>
      <span className="a-moment">{formatDate(run.startedAt ?? run.at, language, 'short-time')}</span>
      <small>
        <StateChip tone={TONES[state]}>{t(`job.state.${state}`)}</StateChip>{' '}
        {took && state !== 'WAITING' && state !== 'RUNNING' && t(took.key, took.values)}
      </small>
      {tenant !== null && <small>{tenant}</small>}
      {run.error && <small>{errorOf(run.error)}</small>}
    </>
  );
};

/** A planned time at which nothing ran. */
const IrregularRun = ({ run, tenant }: { run: ScheduleRun; tenant: string | null }) => {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { plannedAt, missed, isSkipped } = run;
  const day = formatDate(plannedAt, language, 'short');
  const time = formatDate(plannedAt, language, 'time');
  const outcome = afterMissed(run);
  const ranAt = run.startedAt ?? run.at;
  const sameDay = localDay(new Date(ranAt)) === localDay(new Date(plannedAt));
  const ran = sameDay
    ? t('schedule.after.ran', { time: formatDate(ranAt, language, 'time') })
    : t('schedule.after.ran-later', { moment: formatDate(ranAt, language, 'short-time') });
  const after = outcome === 'ran' ? ran : t(`schedule.after.${outcome}`);
  return (
    <li data-testid="schedule-irregular">
      <TriangleAlert className="c-icon" aria-hidden />
      <span>
        {isSkipped
          ? t('schedule.skipped', { day, time })
          : t('schedule.missed', { count: missed, day, time, after })}
        {tenant !== null && <small>{tenant}</small>}
      </span>
    </li>
  );
};
