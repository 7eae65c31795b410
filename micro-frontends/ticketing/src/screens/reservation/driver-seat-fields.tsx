import { seatName } from '@coulisse/seat-plan';
import { useTranslation } from 'react-i18next';
import { Field, Select, toLanguage } from '@coulisse/ui-kit';
import type { DriverSeats } from './driver-seats';
import type { HeldSeat } from './exchange-formulas';

interface DriverSeatFieldsProps {
  /** Places of drivers that are exchanged. */
  drivers: readonly { id: string; seatLabel: string }[];
  /** New seats that are held. */
  seats: readonly HeldSeat[];
  assigned: DriverSeats;
  onChoose: (driver: string, seat: string) => void;
}

/** Which of the new seats are those of the drivers. */
export const DriverSeatFields = ({ drivers, seats, assigned, onChoose }: DriverSeatFieldsProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const options = seats.map((seat) => ({
    value: seat.id,
    label: seatName({ ...seat, tableId: seat.tableId ?? null }, language),
  }));
  return (
    <fieldset className="t-exchange-formulas">
      <legend>{t('change.exchange.driver-seats')}</legend>
      {drivers.map(({ id, seatLabel }) => (
        <Field key={id} label={t('change.exchange.driver-seat', { seat: seatLabel })} required>
          {(control) => (
            <Select
              {...control}
              value={assigned[id] ?? ''}
              options={options}
              data-testid="exchange-driver-seat"
              onChange={({ target }) => onChoose(id, target.value)}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
};
