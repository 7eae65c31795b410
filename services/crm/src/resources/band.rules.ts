import { blocked, type Rule } from '@coulisse/resource';
import { isEmptyBand } from '../features/bands/band.domain';

/** `min` is below `max`, and a `max` needs a `min`. A band with neither is outside the scale. */
export const bandRules = <From extends string, To extends string>(
  from: From,
  to: To,
): Rule<Record<From | To, string | null>>[] => [
  (record) =>
    record[from] === null && record[to] !== null && blocked('validation.not-blank', undefined, `/${from}`),
  (record) => {
    const band = { min: record[from], max: record[to] };
    return isEmptyBand(band) && blocked('band.empty', { min: band.min ?? '' }, `/${to}`);
  },
];
