import type { ReceptionPerformance } from '../../api-types';

/** Times of the show, or of the meal where there is none: a dinner without a show is listed by its hour too. */
export const shownTimes = ({
  showTimes,
  mealTimes = [],
}: Pick<ReceptionPerformance, 'showTimes' | 'mealTimes'>): string =>
  (showTimes.length > 0 ? showTimes : mealTimes).join(' · ');
