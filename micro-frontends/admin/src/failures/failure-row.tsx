import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, StateChip, useLanguage } from '@coulisse/ui-kit';
import { eventKey, type FailedDelivery, hasCode, isOrphan, isUnreadable, reasonKey, until } from './failure';
import { useServiceName } from '../services';
import type { NamedRecord } from '../use-names';

export interface FailureRowProps {
  failure: FailedDelivery;
  subject: NamedRecord | undefined;
  /** Its tenant, for users who see the failures of all tenants. */
  tenant: NamedRecord | undefined;
  allTenants: boolean;
  /** The last cell. */
  actions: ReactNode;
}

/** Label of the work that an event triggers. */
export function useEventText(): (failure: FailedDelivery) => string {
  const { t, i18n } = useTranslation('admin');
  return (failure) => {
    if (isUnreadable(failure)) return t('failure.event.unreadable');
    const key = eventKey(failure);
    return i18n.exists(key, { ns: 'admin' }) ? t(key) : t('failure.event.other', { type: failure.type });
  };
}

export const FailureRow = ({ failure, subject, tenant, allTenants, actions }: FailureRowProps) => {
  const { t, i18n } = useTranslation('admin');
  const language = useLanguage();
  const eventText = useEventText();
  const { state, service, error, attempts, firstFailedAt, nextAttemptAt } = failure;
  const serviceName = useServiceName();
  return (
    <tr data-testid="failure">
      <td className="a-what">
        <strong>{eventText(failure)}</strong>
        <small>
          {subject && (
            <>
              {subject.kind} <Link to={subject.to}>{subject.name ?? t('failure.see')}</Link>
              {' · '}
            </>
          )}
          {serviceName(service)}
          {allTenants &&
            ` · ${tenant?.name ?? t(isUnreadable(failure) ? 'tenant.nobody' : 'tenant.someone')}`}
        </small>
      </td>
      <td>
        <StateChip tone={state === 'DEAD' ? 'bad' : 'info'}>{t(`failure.state.${state}`)}</StateChip>
      </td>
      <td className="a-why">
        {error.detail ?? t(reasonKey(failure), { code: error.code })}
        {hasCode(failure) && <small className="c-faint">{error.code}</small>}
        {isOrphan(failure) && <small>{t('failure.orphan')}</small>}
      </td>
      <td data-label={t('failure.since')}>{formatDate(firstFailedAt, language, 'short-time')}</td>
      <td className="c-num" data-label={t('failure.attempts')}>
        {attempts}
      </td>
      <td data-label={t('failure.next')}>
        {nextAttemptAt
          ? until(nextAttemptAt, i18n.language)
          : t(failure.isBehindAnother ? 'failure.next.after' : 'failure.next.none')}
      </td>
      {actions}
    </tr>
  );
};
