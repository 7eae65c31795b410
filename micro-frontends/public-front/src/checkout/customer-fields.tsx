import { ApiProblem } from '@coulisse/mfe-kit/api';
import { Button, Check, Field, Input, Notice, Select } from '@coulisse/ui-kit';
import { useEffect, useMemo, useRef, useState, type HTMLInputAutoCompleteAttribute } from 'react';
import { useForm, type FieldErrors, type Resolver } from 'react-hook-form';
import { Trans } from 'react-i18next';
import { Link } from '../routing/router';
import type { HeldCart } from '../api/booking-queries';
import type { Account, Theatre } from '../api/types';
import { useText } from '../app/use-text';
import {
  COUNTRIES,
  fieldErrors,
  needsAddress,
  startValues,
  validate,
  withoutAddress,
  type CustomerValues,
  type FieldName,
  type FormField,
} from './customer-form';
import { saveDraft, readDraft } from './draft';
import { problemText } from './problem-text';
import '../styles/forms.css';

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
  { name: 'email', autoComplete: 'email', type: 'email', help: 'customer.email.help' },
  { name: 'firstName', autoComplete: 'given-name', half: true },
  { name: 'lastName', autoComplete: 'family-name', half: true },
];
const TELEPHONE: Shape[] = [
  { name: 'telephone', autoComplete: 'tel', type: 'tel', help: 'customer.telephone.help', optional: true },
];
const ADDRESS: Shape[] = [
  { name: 'addressLine1', autoComplete: 'address-line1' },
  { name: 'zipCode', autoComplete: 'postal-code', half: true },
  { name: 'city', autoComplete: 'address-level2', half: true },
  { name: 'country', autoComplete: 'country' },
];

/** What the form needs of a cart, or of another purchase. */
export interface CustomersPurchase {
  customer: HeldCart['customer'];
  performance: { organiser: Theatre };
}

export interface CustomerFormProps {
  id: string;
  cart: CustomersPurchase;
  account: Account | null;
  /** The theatre wants a postal address, or something is posted to it. */
  asksAddress: boolean;
  /** Absent where nobody signs in. */
  onLogIn?: () => void;
  /** Whether news may be asked for; true by default. */
  newsletter?: boolean;
  /** Nothing is left to pay. */
  isFree?: boolean;
  /** Error of the last attempt. */
  error: unknown;
  onSubmit: (values: CustomerValues) => void;
}

/** Stores the field that was typed, not those that the account has filled. */
function storeTyped({ name, values }: { name?: string; values: CustomerValues }) {
  if (name) saveDraft({ [name]: values[name as keyof CustomerValues] });
}

/** The server's errors of fields; undefined when it names none. */
function refusedFields(error: unknown): FieldErrors<CustomerValues> | undefined {
  const fields = error instanceof ApiProblem ? [...fieldErrors(error.errors)] : [];
  if (fields.length === 0) return undefined;
  return Object.fromEntries(fields.map(([name, message]) => [name, { type: 'server', message }]));
}

export function CustomerForm(props: CustomerFormProps) {
  const { id, cart, account, onLogIn, newsletter = true, error, onSubmit } = props;
  const t = useText();
  const theatre = cart.performance.organiser;
  const summary = useRef<HTMLDivElement>(null);
  const refused = useMemo(() => refusedFields(error), [error]);
  const asksAddress = props.asksAddress || needsAddress(Object.keys(refused ?? {}));
  const resolver: Resolver<CustomerValues> = (values) => {
    const wrong = [...validate(values, asksAddress)].map(
      ([name, key]) => [name, { type: key, message: t(key) }] as const,
    );
    return wrong.length > 0 ? { values: {}, errors: Object.fromEntries(wrong) } : { values, errors: {} };
  };
  const [start] = useState(() => startValues(readDraft(), cart.customer, account));
  const { register, handleSubmit, subscribe, formState } = useForm<CustomerValues>({
    defaultValues: start,
    resolver,
    errors: refused,
    // The summary of errors takes the focus.
    shouldFocusError: false,
  });
  const { errors, submitCount } = formState;
  useEffect(() => subscribe({ formState: { values: true }, callback: storeTyped }), [subscribe]);
  const [hasTelephone, setHasTelephone] = useState(start.telephone !== '');
  const errorOf = (name: FormField): string | undefined => errors[name]?.message;
  const submit = handleSubmit((values) => {
    saveDraft(values);
    onSubmit(asksAddress ? values : withoutAddress(values));
  });
  const labels: Record<FormField, string> = {
    email: t('customer.email'),
    firstName: t('customer.firstName'),
    lastName: t('customer.lastName'),
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
    if (submitCount > 0 && (hasErrors || error)) summary.current?.focus();
  }, [submitCount, hasErrors, error]);

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
              autoComplete={shape.autoComplete}
              options={COUNTRIES.map((code) => ({ value: code, label: t(`country.${code}`) }))}
              {...register('country', { deps: ['zipCode'] })}
            />
          ) : (
            <Input
              {...props}
              type={shape.type ?? 'text'}
              inputMode={shape.inputMode}
              autoComplete={shape.autoComplete}
              {...register(shape.name)}
            />
          )
        }
      </Field>
    </div>
  );

  return (
    <form id={id} onSubmit={(event) => void submit(event)} noValidate className="customer-form">
      <div className="form-head">
        <h2 className="page-title">{t('customer.title')}</h2>
        {onLogIn && !account && (
          <Button kind="link" onClick={onLogIn} data-testid="login">
            {t('customer.has-account')}
          </Button>
        )}
      </div>
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
        {error !== null && !refused && <Notice tone="bad">{problemText(error, t)}</Notice>}
      </div>
      <div className="form-grid">{[...CONTACT, ...(hasTelephone ? TELEPHONE : [])].map(control)}</div>
      {!hasTelephone && (
        <p className="form-links">
          <Button kind="link" onClick={() => setHasTelephone(true)} data-testid="add-telephone">
            {t('customer.telephone.add')}
          </Button>
        </p>
      )}
      {asksAddress && (
        <fieldset>
          <legend>{t('customer.address')}</legend>
          <div className="form-grid">{ADDRESS.map(control)}</div>
        </fieldset>
      )}
      <div className="form-checks">
        <Check
          id="customer-cgvAccepted"
          data-testid="terms"
          aria-invalid={errorOf('cgvAccepted') ? true : undefined}
          aria-describedby={errorOf('cgvAccepted') ? 'terms-error' : undefined}
          {...register('cgvAccepted')}
          label={
            <Trans
              t={t}
              i18nKey="customer.terms"
              values={{ theatre: theatre.name }}
              components={{
                terms: theatre.site?.termsUrl ? (
                  <a href={theatre.site.termsUrl} target="_blank" rel="noreferrer" />
                ) : (
                  <Link to={`/theatres/${theatre.slug}/terms`} target="_blank" />
                ),
              }}
            />
          }
        />
        {errorOf('cgvAccepted') && (
          <span className="c-error" id="terms-error">
            {errorOf('cgvAccepted')}
          </span>
        )}
        {newsletter && (
          <Check
            label={t('customer.newsletter', { theatre: theatre.name })}
            {...register('newsletterSubscribed')}
          />
        )}
      </div>
      <p className="fine">{t(props.isFree ? 'customer.secure.free' : 'customer.secure')}</p>
    </form>
  );
}
