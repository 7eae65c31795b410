import { useTranslation } from 'react-i18next';
import { Notice } from '@coulisse/ui-kit';
import type { CancellationAnswer } from './change-rules';
import './changes.css';

/** Groups that become smaller than their formula is sold to and keep its price, shown before it is confirmed. */
export const BelowLeast = ({ formulas }: { formulas: CancellationAnswer['belowLeast'] }) => {
  const { t } = useTranslation('ticketing');
  return formulas.map(({ formula, people, least }) => (
    <div key={formula} className="t-below-least" data-testid="below-least">
      <Notice tone="warn">{t('change.cancel.below-least', { formula, least, count: people })}</Notice>
    </div>
  ));
};
