import { IdCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RecordPartProps } from '@coulisse/mfe-kit';

/** Link to the employee sheet of an internal person. */
export const TiersActions = ({ record }: RecordPartProps) => {
  const { t } = useTranslation('crm');
  if (record['particularType'] !== 'INTERNAL') return null;
  return (
    <Link className="c-button" data-kind="plain" to={`/crm/tiers/${record.id}/employee-informations`}>
      <IdCard className="c-icon" aria-hidden />
      {t('employee.open')}
    </Link>
  );
};
