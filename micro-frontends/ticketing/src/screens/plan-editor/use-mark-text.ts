import { useTranslation } from 'react-i18next';
import { formatNumber, useLanguage } from '@coulisse/ui-kit';
import { type PreviewShape, seatName } from '@coulisse/seat-plan';
import type { Category } from '../../api-types';

/** What the keyboard's mark stands on, in words. */
export function useMarkText(categories: readonly Category[]) {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  return (at: { x: number; y: number }, seat: PreviewShape | null, corners: number): string => {
    if (seat)
      return [
        seatName(seat, language),
        categories.find(({ id }) => id === seat.categoryId)?.name ?? t('plan.category.missing'),
        seat.isPmr && t('plan.brush.accessible'),
        seat.isCompanion && t('plan.brush.companions'),
        seat.isBlocked && t('plan.brush.blocked'),
      ]
        .filter(Boolean)
        .join(', ');
    const [x, y] = [formatNumber(Math.round(at.x), language), formatNumber(Math.round(at.y), language)];
    const place = t('plan.mark.place', { x, y });
    return corners > 0 ? `${t('plan.mark.corners', { count: corners })} ${place}` : place;
  };
}
