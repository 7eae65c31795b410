import { useTranslation } from 'react-i18next';

/** Services whose work these pages show, in the order of the filter. */
export const SERVICES = [
  'ticketing',
  'payments',
  'sales',
  'documents',
  'notifications',
  'crm',
  'identity',
  'insights',
] as const;

/** The name of a service as people know it. */
export function useServiceName(): (service: string) => string {
  const { t } = useTranslation('admin');
  return (service) => t(`service.${service}`, { defaultValue: service });
}
