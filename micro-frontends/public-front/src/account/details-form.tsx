import { Button, Field, Input, Notice, Select, useToast } from '@coulisse/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type HTMLInputAutoCompleteAttribute } from 'react';
import { ApiProblem } from '../api/client';
import type { Account } from '../api/types';
import { useText } from '../app/use-text';
import { COUNTRIES } from '../checkout/customer-form';
import { problemFields, problemText } from '../checkout/problem-text';
import { accountDetailsQuery, saveDetails, type AccountDetails } from './account-api';
import {
  ADDRESS_FIELDS,
  checkDetails,
  NAME_FIELDS,
  startDetails,
  toDetails,
  type DetailsError,
  type DetailsField,
  type DetailsValues,
} from './details-values';

const AUTOCOMPLETE: Record<DetailsField, HTMLInputAutoCompleteAttribute> = {
  firstName: 'given-name',
  lastName: 'family-name',
  telephone: 'tel',
  addressLine1: 'address-line1',
  zipCode: 'postal-code',
  city: 'address-level2',
  country: 'country',
};
const HALVES: ReadonlySet<DetailsField> = new Set(['firstName', 'lastName', 'zipCode', 'city']);
const idOf = (name: DetailsField): string => `details-${name}`;

/** Names, telephone and address; the e-mail address is the account itself and does not change here. */
export function DetailsForm({ details, account }: { details: AccountDetails; account: Account }) {
  const t = useText();
  const toast = useToast();
  const client = useQueryClient();
  const { queryKey } = accountDetailsQuery(account.email);
  const [values, setValues] = useState<DetailsValues>(() => startDetails(details, account));
  const [errors, setErrors] = useState(new Map<DetailsField, DetailsError>());
  const save = useMutation({
    mutationFn: () => saveDetails(toDetails(values, details)),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      toast.good(t('account.details.saved'));
    },
  });
  const refused = problemFields(save.error);
  const isStale = save.error instanceof ApiProblem && save.error.status === 412;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = checkDetails(values);
    setErrors(found);
    const [first] = found.keys();
    if (first) document.getElementById(idOf(first))?.focus();
    else save.mutate();
  };
  const labels: Record<DetailsField, string> = {
    firstName: t('customer.firstName'),
    lastName: t('customer.lastName'),
    telephone: t('customer.telephone'),
    addressLine1: t('customer.addressLine1'),
    zipCode: t('customer.zipCode'),
    city: t('customer.city'),
    country: t('customer.country'),
  };
  const field = (name: DetailsField) => {
    const error = errors.get(name);
    return (
      <div key={name} data-half={HALVES.has(name) || undefined}>
        <Field
          id={idOf(name)}
          label={labels[name]}
          required={name === 'firstName' || name === 'lastName'}
          error={error ? t(error) : refused.get(name)}
        >
          {(control) =>
            name === 'country' ? (
              <Select
                {...control}
                autoComplete="country"
                options={COUNTRIES.map((code) => ({ value: code, label: t(`country.${code}`) }))}
                value={values.country}
                onChange={(event) => setValues({ ...values, country: event.target.value })}
              />
            ) : (
              <Input
                {...control}
                name={name}
                type={name === 'telephone' ? 'tel' : 'text'}
                autoComplete={AUTOCOMPLETE[name]}
                value={values[name]}
                onChange={(event) => setValues({ ...values, [name]: event.target.value })}
              />
            )
          }
        </Field>
      </div>
    );
  };
  return (
    <form className="account-card customer-form" onSubmit={submit} noValidate>
      <h2>{t('account.details')}</h2>
      {save.isError && refused.size === 0 && (
        <Notice tone="bad">
          <p>{problemText(save.error, t)}</p>
          {isStale && (
            <Button kind="link" onClick={() => void client.invalidateQueries({ queryKey })}>
              {t('account.details.reload')}
            </Button>
          )}
        </Notice>
      )}
      <p className="c-soft">{t('account.details.email', { email: account.email })}</p>
      <div className="form-grid">{NAME_FIELDS.map(field)}</div>
      <fieldset>
        <legend>{t('customer.address')}</legend>
        <div className="form-grid">{ADDRESS_FIELDS.map(field)}</div>
      </fieldset>
      <div>
        <Button kind="main" type="submit" busy={save.isPending} data-testid="save-details">
          {t('account.details.save')}
        </Button>
      </div>
    </form>
  );
}
