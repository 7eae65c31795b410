import { Check, Minus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@coulisse/ui-kit';
import type { Answer } from './door-types';
import { timeOf } from './time-of';

const ICONS = { GREEN: Check, AMBER: Minus, RED: X };

export interface AnswerPanelProps {
  answer: Answer | null;
  /** Of a party whose other people may be noted at once. */
  onAll?: (() => void) | undefined;
  onUndo?: (() => void) | undefined;
  onClose: () => void;
}

/** The answer to a scan: colour, sign and words. Screen readers hear it at once. */
export const AnswerPanel = ({ answer, onAll, onUndo, onClose }: AnswerPanelProps) => (
  <div role="alert" aria-atomic="true" className="tr-answers">
    {answer && <Panel key={answer.id} {...{ answer, onAll, onUndo, onClose }} />}
  </div>
);

const Panel = ({ answer, onAll, onUndo, onClose }: AnswerPanelProps & { answer: Answer }) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const { outcome, reason, party, seat, since, option } = answer;
  const Icon = ICONS[outcome];
  const place = party?.tableNumber ? t('reception.table', { number: party.tableNumber }) : seat;
  const rest = party ? party.numberOfPlaces - party.arrivedCount : 0;
  const heading = () => {
    if (outcome === 'GREEN') return t(option ? 'reception.answer.hand-over' : 'reception.answer.welcome');
    if (outcome === 'AMBER' && since && option)
      return t('reception.answer.handed-over-at', { time: timeOf(since.at, language) });
    if (outcome === 'AMBER' && since)
      return t('reception.answer.since', { time: timeOf(since.at, language) });
    return t(`reception.answer.${reason ?? 'UNKNOWN'}`);
  };
  return (
    <section className="tr-answer" data-outcome={outcome} data-testid="reception-answer">
      <h2>
        <span className="tr-answer-sign" aria-hidden>
          <Icon />
        </span>
        {heading()}
      </h2>
      {option && <p className="tr-answer-who">{option}</p>}
      {outcome === 'GREEN' && party && !option && (
        <p className="tr-answer-who">
          {[t('reception.persons', { count: answer.people || 1 }), place].filter(Boolean).join(', ')}
        </p>
      )}
      <p>
        {outcome !== 'GREEN' && <>{t(`reception.answer.${reason ?? 'UNKNOWN'}.what`)} </>}
        {outcome === 'AMBER' && since?.device && t('reception.answer.device', { device: since.device })}
      </p>
      {party && (
        <p>
          {[
            party.customerName,
            party.code,
            t('reception.arrived-of', {
              ...{ count: party.arrivedCount, arrived: party.arrivedCount, places: party.numberOfPlaces },
            }),
          ].join(' · ')}
        </p>
      )}
      <div className="tr-answer-actions">
        {outcome === 'GREEN' && !option && rest > 0 && onAll && (
          <button type="button" onClick={onAll}>
            {t('reception.answer.all', { count: party?.numberOfPlaces ?? 0 })}
          </button>
        )}
        {outcome === 'GREEN' && onUndo && (
          <button type="button" onClick={onUndo}>
            {t('reception.undo')}
          </button>
        )}
        <button type="button" onClick={onClose}>
          {t('reception.close')}
        </button>
      </div>
    </section>
  );
};
