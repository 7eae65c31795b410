import { ApiProblem } from '@coulisse/mfe-kit/api';
import { Check, Field, Input, Notice, Select } from '@coulisse/ui-kit';
import { useEffect, useRef, useState, type FormEvent, type HTMLInputAutoCompleteAttribute } from 'react';
import { Trans } from 'react-i18next';
import { Link } from 'react-router';
import type { HeldCart } from '../api/queries';
import type { Account } from '../api/types';
import { useText } from '../app/use-text';
import {
  COUNTRIES,
  fieldErrors,
  startValues,
  validate,
  type CustomerValues,
  type FieldName,
  type FormField,
} from './customer-form';
import { saveDraft, readDraft } from './draft';
import { problemText } from './problem-text';

interface Shape {
  name: FieldName;
  autoComplete: HTMLInputAutoCompleteAttribute;
  type?: 'email' | 'tel';
  inputMode?: 'numeric';
  half?: boolean;
  help?: 'customer.email.help' | 'customer.telephone.help';
  optional?: boolean;
}

const CONTACT: Shape[] = [
  { name: 'firstName', autoComplete: 'given-name', half: true },
  { name: 'lastName', autoComplete: 'family-name', half: true },
  { name: 'email', autoComplete: 'email', type: 'email', help: 'customer.email.help' },
  { name: 'telephone', autoComplete: 'tel', type: 'tel', help: 'customer.telephone.help', optional: true },
];
const ADDRESS: Shape[] = [
  { name: 'addressLine1', autoComplete: 'address-line1' },
  { name: 'zipCode', autoComplete: 'postal-code', half: true },
  { name: 'city', autoComplete: 'address-level2', half: true },
  { name: 'country', autoComplete: 'country' },
];

export interface CustomerFormProps {
  id: string;
  cart: HeldCart;
  account: Account | null;
  /** Error of the last attempt. */
  error: unknown;
  onSubmit: (values: CustomerValues) => void;
}

export function CustomerForm({ id, cart, account, error, onSubmit }: CustomerFormProps) {
  const t = useText();
  const theatre = cart.performance.organiser;
  const [values, setValues] = useState(() => startValues(readDraft(), cart.customer, account));
  const [checked, setChecked] = useState(false);
  const [touchedSince, setTouchedSince] = useState<ReadonlySet<FormField>>(new Set());
  const summary = useRef<HTMLDivElement>(null);
  const [attempts, setAttempts] = useState(0);

  const refused = error instanceof ApiProblem ? fieldErrors(error.errors) : new Map<FormField, string>();
  const clientErrors = validate(values);
  const errorOf = (name: FormField): string | undefined => {
    const key = clientErrors.get(name);
    if (checked && key) return t(key);
    return touchedSince.has(name) ? undefined : refused.get(name);
  };
  const set = (change: Partial<CustomerValues>) => {
    setValues({ ...values, ...change });
    saveDraft(change);
    setTouchedSince(new Set([...touchedSince, ...(Object.keys(change) as FormField[])]));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    setAttempts(attempts + 1);
    if (clientErrors.size > 0) return;
    setTouchedSince(new Set());
    saveDraft(values);
    onSubmit(values);
  };
  const labels: Record<FormField, string> = {
    firstName: t('customer.firstName'),
    lastName: t('customer.lastName'),
    email: t('customer.email'),
    telephone: t('customer.telephone'),
    addressLine1: t('customer.addressLine1'),
    zipCode: t('customer.zipCode'),
    city: t('customer.city'),
    country: t('customer.country'),
    cgvAccepted: t('footer.terms'),
  };
  const wrong = (Object.keys(labels) as FormField[]).filter((name) => errorOf(name));
  const hasErrors = wrong.length > 0;
  useEffect(() => {
    // After a failed submit, moves the focus to the errors.
    if (attempts > 0 && (hasErrors || error)) summary.current?.focus();
  }, [attempts, hasErrors, error]);

  const control = (shape: Shape) => (
    <div key={shape.name} data-half={shape.half || undefined}>
      <Field
        id={`customer-${shape.name}`}
        label={labels[shape.name]}
        required={!shape.optional}
        help={shape.help && t(shape.help)}
        error={errorOf(shape.name)}
      >
        {(props) =>
          shape.name === 'country' ? (
            <Select
              {...props}
              name="country"
              autoComplete={shape.autoComplete}
              value={values.country}
              options={COUNTRIES.map((code) => ({ value: code, label: t(`country.${code}`) }))}
              onChange={(event) => set({ country: event.target.value })}
            />
          ) : (
            <Input
              {...props}
              name={shape.name}
              type={shape.type ?? 'text'}
              inputMode={shape.inputMode}
              autoComplete={shape.autoComplete}
              value={values[shape.name]}
              onChange={(event) => set({ [shape.name]: event.target.value })}
            />
          )
        }
      </Field>
    </div>
  );

  return (
    <form id={id} onSubmit={submit} noValidate className="customer-form">
      <h2 className="page-title">{t('customer.title')}</h2>
      <div ref={summary} tabIndex={-1} className="form-summary">
        {hasErrors && (
          <Notice tone="bad">
            {t('form.errors', { count: wrong.length })}
            <ul>
              {wrong.map((name) => (
                <li key={name}>
                  <a href={`#customer-${name}`}>{labels[name]}</a>
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {error !== null && refused.size === 0 && <Notice tone="bad">{problemText(error, t)}</Notice>}
      </div>
      <fieldset>
        <legend>{t('customer.contact')}</legend>
        <div className="form-grid">{CONTACT.map(control)}</div>
      </fieldset>
      <fieldset>
        <legend>{t('customer.address')}</legend>
        <div className="form-grid">{ADDRESS.map(control)}</div>
      </fieldset>
      <div className="form-checks">
        <Check
          id="customer-cgvAccepted"
          data-testid="terms"
          checked={values.cgvAccepted}
          aria-invalid={errorOf('cgvAccepted') ? true : undefined}
          aria-describedby={errorOf('cgvAccepted') ? 'terms-error' : undefined}
          onChange={(event) => set({ cgvAccepted: event.target.checked })}
          label={
            <Trans
              t={t}
              i18nKey="customer.terms"
              values={{ theatre: theatre.name }}
              components={{ terms: <Link to={`/theatres/${theatre.slug}/terms`} target="_blank" /> }}
            />
          }
        />
        {errorOf('cgvAccepted') && (
          <span className="c-error" id="terms-error">
            {errorOf('cgvAccepted')}
          </span>
        )}
        <Check
          checked={values.newsletterSubscribed}
          onChange={(event) => set({ newsletterSubscribed: event.target.checked })}
          label={t('customer.newsletter', { theatre: theatre.name })}
        />
      </div>
      <p className="fine">{t('customer.secure')}</p>
    </form>
  );
}
