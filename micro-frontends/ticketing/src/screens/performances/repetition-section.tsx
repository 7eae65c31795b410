import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { holidayOn } from '@coulisse/contracts/holidays';
import { useApi } from '@coulisse/mfe-kit';
import { Check, Field, formatDate, formatNumber, useLanguage } from '@coulisse/ui-kit';
import { DatePicker } from '@coulisse/ui-kit/complex';
import type { ListAnswer } from '@coulisse/resource-client';
import { dayNamed, MOST_DATES, WEEKDAYS } from './repetition';
import type { Repetition } from './use-repetition';

const READ_AT_ONCE = 200;

/** Performances of a room between two dates, by date. */
const useTaken = (path: string, room: string, from: string | undefined, until: string | undefined) => {
  const api = useApi();
  const filters = new URLSearchParams({
    'f.room.eq': room,
    'f.date.gte': from ?? '',
    'f.date.lte': until ?? '',
    size: String(READ_AT_ONCE),
  });
  const query = useQuery({
    queryKey: ['performances-of-room', room, from, until],
    queryFn:
      room && from && until
        ? ({ signal }) => api.get<ListAnswer>(`${path}?${filters}`, { signal })
        : skipToken,
  });
  return new Map((query.data?.items ?? []).map((item) => [String(item['date']), String(item['name'])]));
};

/** Days of the week until a date, with each date that will be created. */
export const RepetitionSection = ({
  repetition,
  room,
  path,
}: {
  repetition: Repetition;
  room: string;
  /** Path of performances in the API. */
  path: string;
}) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const { dates, weekdays, chosen } = repetition;
  const taken = useTaken(path, room, dates[0], repetition.isOn ? dates.at(-1) : undefined);
  return (
    <div className="t-repetition">
      <Check
        label={t('performance.repeat')}
        checked={repetition.isOn}
        onChange={(event) => repetition.setOn(event.target.checked)}
      />
      {repetition.isOn && (
        <>
          <div className="t-grid">
            <fieldset className="t-weekdays">
              <legend>{t('performance.repeat.on')}</legend>
              {WEEKDAYS.map((weekday) => (
                <label key={weekday}>
                  <input
                    type="checkbox"
                    className="c-hidden"
                    checked={weekdays.has(weekday)}
                    onChange={() => repetition.toggleWeekday(weekday)}
                  />
                  <span>{formatDate(dayNamed(weekday), language, 'short').slice(0, 3)}</span>
                </label>
              ))}
            </fieldset>
            <Field label={t('performance.repeat.until')} required>
              {(control) => (
                <DatePicker
                  control={control}
                  value={repetition.until || null}
                  onChange={(value) => repetition.setUntil(value ?? '')}
                />
              )}
            </Field>
          </div>
          {dates.length > 0 && (
            <fieldset className="t-dates">
              <legend>
                {t('performance.repeat.dates', { count: chosen.length })}
                {dates.length >= MOST_DATES && (
                  <span className="c-soft">
                    {' '}
                    {t('performance.repeat.most', { count: formatNumber(MOST_DATES, language) })}
                  </span>
                )}
              </legend>
              <ol>
                {dates.map((day) => {
                  const holiday = holidayOn(day);
                  const other = taken.get(day);
                  return (
                    <li key={day}>
                      <Check
                        label={
                          <>
                            {formatDate(day, language, 'medium')}
                            {holiday && <em>{t(`holiday.${holiday}`)}</em>}
                            {other && <em data-tone="warn">{t('performance.repeat.taken', { other })}</em>}
                          </>
                        }
                        checked={!repetition.isLeftOut(day)}
                        onChange={() => repetition.toggleDate(day)}
                      />
                    </li>
                  );
                })}
              </ol>
            </fieldset>
          )}
        </>
      )}
    </div>
  );
};
