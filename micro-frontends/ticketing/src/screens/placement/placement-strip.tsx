import { useTranslation } from 'react-i18next';
import { seatName } from '@coulisse/seat-plan';
import { Button, useLanguage } from '@coulisse/ui-kit';
import type { Party, PlacementRun } from './placement-types';
import type { Refusal, Target } from './target-seats';

export interface PlacementStripProps {
  picked: Party | null;
  /** Where the picked party would sit, or why it cannot. */
  target: Target | { refusal: Refusal } | null;
  proposal: PlacementRun | null;
  /** Tickets that carry former places; `resend` is null for who may not send them. */
  stale: { warning: string; busy: boolean; resend: (() => void) | null; close: () => void } | null;
  busy: boolean;
  onRelease: () => void;
  onDiscard: () => void;
  onApply: () => void;
}

/** What happens next: what a move would do, or what a proposal changes and how it is applied. */
export const PlacementStrip = (props: PlacementStripProps) => {
  const { t } = useTranslation('ticketing');
  const { picked, target, proposal, stale, busy, onRelease, onDiscard, onApply } = props;
  if (proposal) return <Proposal {...{ proposal, busy, onDiscard, onApply }} />;
  if (stale && !picked) return <StaleTickets stale={stale} />;
  return (
    <div className="t-placement-strip" role="status" data-active={picked ? true : undefined}>
      {picked ? (
        <>
          <b>
            {picked.customerName} {picked.places.length}
          </b>
          <TargetText target={target} />
          <Button kind="quiet" onClick={onRelease}>
            {t('placement.release')}
          </Button>
        </>
      ) : (
        <span className="c-soft">{t('placement.pick-first')}</span>
      )}
    </div>
  );
};

const StaleTickets = ({ stale }: { stale: NonNullable<PlacementStripProps['stale']> }) => {
  const { t } = useTranslation('ticketing');
  return (
    <div className="t-placement-strip" role="status" data-active data-testid="stale-tickets">
      <span data-tone="warn">{stale.warning}</span>
      <span className="t-placement-buttons">
        <Button kind="quiet" onClick={stale.close}>
          {t('placement.close')}
        </Button>
        {stale.resend && (
          <Button busy={stale.busy} onClick={stale.resend} data-testid="resend-moved">
            {t('reservation.resend')}
          </Button>
        )}
      </span>
    </div>
  );
};

const TargetText = ({ target }: Pick<PlacementStripProps, 'target'>) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  if (!target) return <span className="c-soft">{t('placement.choose-target')}</span>;
  if ('refusal' in target) return <span data-tone="warn">{t(`placement.refusal.${target.refusal}`)}</span>;
  const { seats, exchangedWith, isSplit, isOtherCategory } = target;
  const [first, last] = [seats[0], seats.at(-1)];
  const warnings = [
    isSplit && t('placement.warning.split'),
    isOtherCategory && t('placement.warning.category'),
  ].filter((warning) => warning !== false);
  return (
    <>
      <span>
        {exchangedWith && `${t('placement.exchange-with', { name: exchangedWith.customerName })} · `}
        {first && seatName(first, language)}
        {last && last !== first && ` → ${seatName(last, language)}`}
      </span>
      {warnings.length > 0 && <span data-tone="warn">{warnings.join(' · ')}</span>}
    </>
  );
};

const Proposal = ({
  proposal,
  busy,
  onDiscard,
  onApply,
}: Pick<PlacementStripProps, 'busy' | 'onDiscard' | 'onApply'> & { proposal: PlacementRun }) => {
  const { t } = useTranslation('ticketing');
  const { moves, unplaced } = proposal;
  return (
    <div className="t-placement-strip" role="status" data-active data-testid="placement-proposal">
      <b>{moves.length > 0 ? t('placement.proposed', { count: moves.length }) : t('placement.nothing')}</b>
      {unplaced.length > 0 && (
        <span data-tone="warn">
          {t('placement.unplaced', {
            count: unplaced.length,
            names: unplaced.map(({ customerName }) => customerName).join(', '),
          })}
        </span>
      )}
      <span className="t-placement-buttons">
        <Button kind="quiet" onClick={onDiscard}>
          {t(moves.length > 0 ? 'placement.discard' : 'placement.close')}
        </Button>
        {moves.length > 0 && (
          <Button kind="main" busy={busy} onClick={onApply} data-testid="apply-placement">
            {t('placement.apply')}
          </Button>
        )}
      </span>
    </div>
  );
};
