import { Check, Field, Input, Notice, Textarea, useLanguage } from '@coulisse/ui-kit';
import { formatDate, formatMoney } from '@coulisse/ui-kit/format';
import { useRef, useState, type FormEvent } from 'react';
import { shortMoney, useMoney } from '../app/format';
import { useText } from '../app/use-text';
import {
  AMOUNT,
  formulaOf,
  saveVoucherDraft,
  validate,
  type VoucherErrorKey,
  type VoucherField,
  type VoucherValues,
} from './voucher-order';
import type { VoucherOffer } from './voucher-types';

const PRESETS = ['50', '80', '100', '150'];
const MESSAGE_LENGTH = 600;

interface Props {
  id: string;
  offer: VoucherOffer;
  values: VoucherValues;
  onChange: (values: VoucherValues) => void;
  onSubmit: () => void;
}

/** What the voucher is for, for whom, and how it is sent. */
export function VoucherForm({ id, offer, values, onChange, onSubmit }: Props) {
  const t = useText();
  const language = useLanguage();
  const money = useMoney();
  const summary = useRef<HTMLDivElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const formula = formulaOf(values, offer);
  const errors = submitted ? validate(values, offer) : new Map<VoucherField, VoucherErrorKey>();
  const change = (changes: Partial<VoucherValues>) => {
    const next = { ...values, ...changes };
    saveVoucherDraft(next);
    onChange(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (validate(values, offer).size === 0) return onSubmit();
    // The summary of errors takes the focus, once it is there.
    setTimeout(() => summary.current?.focus());
  };
  const words = {
    least: formatMoney(offer.leastMinor, language),
    most: formatMoney(offer.mostMinor, language),
    count: formula?.minimumNumberOfPeople ?? 1,
    first: formatDate(offer.today, language, 'long'),
    last: formatDate(offer.lastDay, language, 'long'),
  };
  const errorOf = (field: VoucherField): string | undefined => {
    const key = errors.get(field);
    return key && t(key, words);
  };
  const labels: Record<VoucherField, string> = {
    amount: t('gift.amount.label'),
    quantity: t('gift.quantity'),
    beneficiaryEmail: t('gift.email'),
    sendOn: t('gift.sendOn'),
  };
  return (
    <form id={id} onSubmit={submit} noValidate className="customer-form gift-form">
      <div ref={summary} tabIndex={-1} className="form-summary">
        {errors.size > 0 && (
          <Notice tone="bad">
            {t('form.errors', { count: errors.size })}
            <ul>
              {[...errors.keys()].map((field) => (
                <li key={field}>
                  <a href={`#gift-${field}`}>{labels[field]}</a>
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
      <fieldset>
        <legend>{t('gift.what')}</legend>
        {/* A single choice is none. */}
        {offer.formulas.length === 0 ? (
          <p className="c-soft gift-lead">{t('gift.amount.text')}</p>
        ) : (
          <div className="gift-choices">
            {[null, ...offer.formulas].map((offered) => (
              <label key={offered?.id ?? AMOUNT} className="gift-choice">
                <input
                  type="radio"
                  name="gift-choice"
                  checked={offered ? formula?.id === offered.id : formula === null}
                  onChange={() =>
                    change(
                      offered
                        ? { choice: offered.id, quantity: String(Math.max(2, offered.minimumNumberOfPeople)) }
                        : { choice: AMOUNT },
                    )
                  }
                />
                <span>
                  <strong>{offered?.name ?? t('gift.amount')}</strong>
                  <small>
                    {offered
                      ? t('gift.formula.price', { price: money(offered.priceMinor) })
                      : t('gift.amount.text')}
                  </small>
                  {offered?.description && <small className="gift-text">{offered.description}</small>}
                </span>
              </label>
            ))}
          </div>
        )}
        {formula ? (
          <Field
            id="gift-quantity"
            label={labels.quantity}
            required
            error={errorOf('quantity')}
            help={
              formula.minimumNumberOfPeople > 1 &&
              t('gift.quantity.min', { count: formula.minimumNumberOfPeople })
            }
          >
            {(control) => (
              <Input
                {...control}
                className="gift-number"
                type="number"
                inputMode="numeric"
                min={Math.max(1, formula.minimumNumberOfPeople)}
                max={100}
                value={values.quantity}
                onChange={(event) => change({ quantity: event.target.value })}
              />
            )}
          </Field>
        ) : (
          <>
            <div className="gift-presets">
              {PRESETS.map((preset) => (
                <button
                  key={preset}
                  type="button"
                  className="c-button"
                  aria-pressed={values.amount === preset}
                  aria-label={t('gift.preset', { amount: shortMoney(`${preset}.00`, language) })}
                  onClick={() => change({ amount: preset })}
                >
                  {shortMoney(`${preset}.00`, language)}
                </button>
              ))}
            </div>
            <Field id="gift-amount" label={labels.amount} required error={errorOf('amount')}>
              {(control) => (
                <Input
                  {...control}
                  className="gift-number"
                  unit="€"
                  inputMode="decimal"
                  maxLength={12}
                  value={values.amount}
                  onChange={(event) => change({ amount: event.target.value })}
                />
              )}
            </Field>
          </>
        )}
      </fieldset>
      <fieldset>
        <legend>{t('gift.for')}</legend>
        <div className="gift-fields">
          <Field label={t('gift.name')} help={t('gift.name.help')}>
            {(control) => (
              <Input
                {...control}
                maxLength={511}
                autoComplete="off"
                value={values.beneficiaryName}
                onChange={(event) => change({ beneficiaryName: event.target.value })}
              />
            )}
          </Field>
          <Field label={t('gift.message')} help={t('gift.message.help')}>
            {(control) => (
              <Textarea
                {...control}
                maxLength={MESSAGE_LENGTH}
                value={values.message}
                onChange={(event) => change({ message: event.target.value })}
              />
            )}
          </Field>
        </div>
      </fieldset>
      <fieldset>
        <legend>{t('gift.how')}</legend>
        <div className="gift-fields">
          <p className="c-soft">{t('gift.how.text')}</p>
          <div className="form-grid">
            <div data-half>
              <Field
                id="gift-beneficiaryEmail"
                label={labels.beneficiaryEmail}
                help={t('gift.email.help')}
                error={errorOf('beneficiaryEmail')}
              >
                {(control) => (
                  <Input
                    {...control}
                    type="email"
                    maxLength={254}
                    autoComplete="off"
                    value={values.beneficiaryEmail}
                    onChange={(event) => change({ beneficiaryEmail: event.target.value })}
                  />
                )}
              </Field>
            </div>
            <div data-half>
              <Field
                id="gift-sendOn"
                label={labels.sendOn}
                help={t('gift.sendOn.help')}
                error={errorOf('sendOn')}
              >
                {(control) => (
                  <Input
                    {...control}
                    type="date"
                    min={offer.today}
                    max={offer.lastDay}
                    value={values.sendOn}
                    onChange={(event) => change({ sendOn: event.target.value })}
                  />
                )}
              </Field>
            </div>
          </div>
          {offer.postage && (
            <Check
              label={
                offer.postage.priceMinor > 0
                  ? t('gift.postal', { price: money(offer.postage.priceMinor) })
                  : t('gift.postal.free')
              }
              checked={values.isPostal}
              onChange={(event) => change({ isPostal: event.target.checked })}
            />
          )}
          {offer.giftBag && (
            <Check
              label={
                <>
                  {t(offer.giftBag.priceMinor > 0 ? 'gift.bag.add' : 'gift.bag.free', {
                    contents: offer.giftBag.contents,
                    price: money(offer.giftBag.priceMinor),
                  })}
                  <small className="gift-hint">{t('gift.bag.how')}</small>
                </>
              }
              checked={values.hasGiftBag}
              onChange={(event) => change({ hasGiftBag: event.target.checked })}
              data-testid="gift-bag"
            />
          )}
        </div>
      </fieldset>
    </form>
  );
}
