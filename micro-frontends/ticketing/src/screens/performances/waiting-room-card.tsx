import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useApi } from '@coulisse/mfe-kit';
import { Card, formatNumber, StateChip, useLanguage } from '@coulisse/ui-kit';
import { waitingRoomPath } from '../../api-paths';
import type { WaitingRoomSummary } from '../../api-types';

const REFRESH_MS = 10_000;

/** Online buyers of a performance: how many are choosing seats, and how many wait. */
export const WaitingRoomCard = ({ record }: RecordPartProps) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['waiting-room', record.id],
    queryFn: () => api.get<WaitingRoomSummary>(waitingRoomPath(record.id)),
    refetchInterval: REFRESH_MS,
  });
  // It adds to the record; without it nothing is missing.
  if (!data) return null;
  const { isOpen, isPaused, inside, buyers, waiting, admittedPerMinute } = data;
  const state = isPaused ? 'paused' : isOpen ? 'open' : 'closed';
  const tone = { paused: 'warn', open: 'info', closed: 'neutral' } as const;
  return (
    <Card>
      <section data-testid="waiting-room-summary">
        <h2>
          {t('waiting-room.title')} <StateChip tone={tone[state]}>{t(`waiting-room.${state}`)}</StateChip>
        </h2>
        <p>
          {t('waiting-room.inside', {
            count: inside,
            inside: formatNumber(inside, language),
            buyers: formatNumber(buyers, language),
          })}{' '}
          {waiting > 0
            ? t('waiting-room.waiting', { count: waiting, pace: admittedPerMinute })
            : t('waiting-room.nobody')}
        </p>
      </section>
    </Card>
  );
};
