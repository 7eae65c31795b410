import { useTranslation } from 'react-i18next';
import { Notice, useLanguage } from '@coulisse/ui-kit';
import type { Conflict } from './door-types';
import { timeOf } from './time-of';

const textOf = ({ outcome, seat }: Conflict): string => {
  if (outcome === 'RED') return 'reception.conflict.refused';
  return seat ? 'reception.conflict.ticket' : 'reception.conflict.party';
};

/** What doors did while they could not ask each other. */
export const Conflicts = ({ conflicts }: { conflicts: readonly Conflict[] }) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  if (conflicts.length === 0) return null;
  return (
    <Notice tone="warn">
      <b>{t('reception.conflicts.title')}</b>
      <ul className="tr-conflicts" data-testid="reception-conflicts">
        {conflicts.map((conflict) => (
          <li key={conflict.id}>
            {t(textOf(conflict), {
              ...{ name: conflict.customerName ?? '—', seat: conflict.seat, device: conflict.device },
              time: timeOf(conflict.at, language),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
};
