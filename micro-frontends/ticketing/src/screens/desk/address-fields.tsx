import { useTranslation } from 'react-i18next';
import { Field, Input } from '@coulisse/ui-kit';
import type { DeskCustomer } from './desk-types';
import './options.css';

const ADDRESS = ['addressLine1', 'zipCode', 'city'] as const;

interface AddressFieldsProps {
  customer: DeskCustomer;
  onCustomer: (customer: DeskCustomer) => void;
}

/** Where something is posted to. */
export const AddressFields = ({ customer, onCustomer }: AddressFieldsProps) => {
  const { t } = useTranslation('ticketing');
  return (
    <div className="t-options-address" role="group" aria-label={t('desk.options.address')}>
      {ADDRESS.map((name) => (
        <Field key={name} label={t(`desk.options.${name}`)} required>
          {(control) => (
            <Input
              {...control}
              value={customer[name]}
              maxLength={name === 'zipCode' ? 12 : 80}
              onChange={({ target }) => onCustomer({ ...customer, [name]: target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
};

/** True once every field of the address is filled. */
export const hasAddress = (customer: DeskCustomer): boolean =>
  ADDRESS.every((name) => customer[name].trim() !== '');
