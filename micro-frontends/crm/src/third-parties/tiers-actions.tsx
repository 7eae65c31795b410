import { IdCard, Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type RecordPartProps, useMay } from '@coulisse/mfe-kit';
import { canBuy } from './sections';

/** From a customer to a sale at the desk and, of an internal person, to the employee sheet. */
export const TiersActions = ({ record, descriptor }: RecordPartProps) => {
  const { t } = useTranslation('crm');
  const may = useMay();
  return (
    <>
      {record['particularType'] === 'INTERNAL' && (
        <Link className="c-button" data-kind="plain" to={`/crm/tiers/${record.id}/employee-informations`}>
          <IdCard className="c-icon" aria-hidden />
          {t('employee.open')}
        </Link>
      )}
      {may('ticketing.reservation.sell') && canBuy(record, descriptor.name) && (
        <Link
          className="c-button"
          data-kind="plain"
          data-testid="sell-to-customer"
          to={`/prestiscene/reservations/add?tiers=${record.id}`}
        >
          <Store className="c-icon" aria-hidden />
          {t('reservations.new')}
        </Link>
      )}
    </>
  );
};
