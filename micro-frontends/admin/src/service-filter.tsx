import { useTranslation } from 'react-i18next';
import { Select } from '@coulisse/ui-kit';
import { SERVICES, useServiceName } from './services';

export interface ServiceFilterProps {
  service: string | null;
  onChange: (service: string) => void;
}

export const ServiceFilter = ({ service, onChange }: ServiceFilterProps) => {
  const { t } = useTranslation('admin');
  const nameOf = useServiceName();
  return (
    <Select
      aria-label={t('service')}
      className="a-service"
      empty={t('service.all')}
      value={service ?? ''}
      options={SERVICES.map((value) => ({ value, label: nameOf(value) }))}
      onChange={({ target }) => onChange(target.value)}
    />
  );
};
