import { useTranslation } from 'react-i18next';
import { Chip, type Tone } from '@coulisse/ui-kit';
import type { Similarity } from '../api-types';

/** From this score on, most pairs are duplicates. */
const CERTAIN = 80;
const PROBABLE = 60;

const levelOf = (score: number): { key: string; tone: Tone } => {
  if (score >= CERTAIN) return { key: 'likeness.certain', tone: 'bad' };
  return score >= PROBABLE
    ? { key: 'likeness.probable', tone: 'warn' }
    : { key: 'likeness.possible', tone: 'neutral' };
};

/** Similarity of two records as a label, with the reasons. */
export const SimilarityChips = ({ score, reasons }: Similarity) => {
  const { t } = useTranslation('crm');
  const level = levelOf(score);
  return (
    <span className="k-chips">
      <Chip tone={level.tone}>{t(level.key)}</Chip>
      <span className="c-soft">{reasons.map((reason) => t(`likeness.reason.${reason}`)).join(', ')}</span>
    </span>
  );
};
