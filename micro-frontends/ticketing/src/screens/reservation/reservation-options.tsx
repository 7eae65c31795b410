import { useTranslation } from 'react-i18next';
import { Chip, formatMoney, toLanguage } from '@coulisse/ui-kit';
import type { ReservationDetails } from './reservation-details';

/** Numbers of tickets: all of a few, the first and the last of many. */
const ticketCodes = (tickets: readonly { code: string }[]): string => {
  const codes = tickets.map(({ code }) => code);
  return codes.length > 4 ? `${codes[0]} – ${codes.at(-1)}` : codes.join(', ');
};

/** What was bought with the places, and what the buyer answered. */
export const ReservationOptions = ({ options }: Pick<ReservationDetails, 'options'>) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  return (
    <table className="t-table" data-testid="reservation-options">
      <thead>
        <tr>
          <th scope="col">{t('reservation.option')}</th>
          <th scope="col" className="c-num">
            {t('reservation.option.quantity')}
          </th>
          <th scope="col" className="c-num">
            {t('reservation.price')}
          </th>
        </tr>
      </thead>
      <tbody>
        {options.map((option) => (
          <tr key={option.id}>
            <td>
              <span className="t-two">
                <span>
                  {option.name} {option.forPmr && <Chip tone="info">{t('desk.options.pmr')}</Chip>}{' '}
                  {option.forPostalSend && <Chip tone="info">{t('desk.options.postal')}</Chip>}{' '}
                  {option.inGiftBag && <Chip tone="info">{t('desk.options.gift-bag')}</Chip>}
                </span>
                <small className="c-faint">
                  {option.detail
                    ? t('reservation.option.answer', { label: option.detailLabel, answer: option.detail })
                    : option.formula}
                </small>
                {option.tickets.length > 0 && (
                  <small className="c-faint" data-testid="option-tickets">
                    {t('reservation.option.tickets', {
                      count: option.tickets.length,
                      codes: ticketCodes(option.tickets),
                      used: option.tickets.filter(({ usedAt }) => usedAt !== null).length,
                    })}
                  </small>
                )}
              </span>
            </td>
            <td className="c-num">{option.quantity}</td>
            <td className="c-num">{formatMoney(option.price, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
