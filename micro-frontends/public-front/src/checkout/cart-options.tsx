import { Check, Field, Input, Stepper } from '@coulisse/ui-kit';
import { useEffect, useMemo, useRef } from 'react';
import { useMoney } from '../app/format';
import { useText } from '../app/use-text';
import type { PricedCart } from './cart-prices';
import {
  keyOfOption,
  newChoice,
  optionErrors,
  type OfferedOption,
  type OptionErrors,
} from './option-choices';
import '../styles/cart-options.css';

export interface CartOptionsProps {
  priced: PricedCart;
  /** Error of the last attempt to pay. */
  error: unknown;
}

/** What may be bought with the places, formula by formula. */
export function CartOptions({ priced, error }: CartOptionsProps) {
  const t = useText();
  const { prices, choices } = priced;
  const refused = useMemo(
    () => optionErrors(error, choices),
    // The positions in the error are those of the choices that were sent.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [error],
  );
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (refused.size > 0) section.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refused]);
  const offered = prices?.offered ?? [];
  if (offered.length === 0) return null;
  const formulas = new Map(offered.map(({ formulaId, formulaName }) => [formulaId, formulaName]));
  return (
    <section ref={section} className="cart-options" aria-labelledby="cart-options">
      <h2 id="cart-options" className="page-title">
        {t('options.title')}
      </h2>
      {[...formulas].map(([formulaId, formulaName]) => (
        <fieldset key={formulaId}>
          {formulas.size > 1 && <legend>{formulaName}</legend>}
          {offered
            .filter((option) => option.formulaId === formulaId)
            .map((option) => (
              <OptionLine
                key={option.optionId}
                option={option}
                priced={priced}
                errors={refused.get(keyOfOption(option)) ?? {}}
              />
            ))}
        </fieldset>
      ))}
    </section>
  );
}

interface OptionLineProps {
  option: OfferedOption;
  priced: PricedCart;
  errors: OptionErrors;
}

function OptionLine({ option, priced, errors }: OptionLineProps) {
  const t = useText();
  const money = useMoney();
  const { choices, choose } = priced;
  const key = keyOfOption(option);
  const choice = choices.find((each) => keyOfOption(each) === key);
  const { numberEntry, detailEntry } = option;
  const others = choices.filter((each) => each !== choice);
  const change = (changes: object) =>
    choose(choices.map((each) => (each === choice ? { ...each, ...changes } : each)));
  const error = choice ? undefined : errors.option;
  const hints = [
    option.mandatory && t('options.mandatory'),
    option.forPmr && t('options.pmr'),
    option.forPostalSend && t('options.postal'),
  ].filter(Boolean);
  return (
    <div className="cart-option" data-testid={`option-${option.name}`}>
      <div className="cart-option-head">
        <Check
          checked={choice !== undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${key}-error` : undefined}
          label={
            <>
              {option.name}
              {hints.length > 0 && <small>{hints.join(' · ')}</small>}
            </>
          }
          onChange={({ target }) => choose(target.checked ? [...others, newChoice(option)] : others)}
        />
        <b>{option.priceMinor === 0 ? t('options.free') : money(option.priceMinor)}</b>
      </div>
      {error && (
        <span className="c-error" id={`${key}-error`}>
          {error}
        </span>
      )}
      {choice && numberEntry && (
        <div className="cart-option-number">
          <span>{numberEntry.label}</span>
          <Stepper
            label={numberEntry.label}
            value={choice.number ?? numberEntry.min}
            min={numberEntry.min}
            max={999}
            onChange={(number) => change({ number })}
          />
          {errors.number && <span className="c-error">{errors.number}</span>}
        </div>
      )}
      {choice && detailEntry && (
        <Field label={detailEntry.label} required error={choice.detail === '' ? errors.detail : undefined}>
          {(control) => (
            <Input
              {...control}
              value={choice.detail}
              maxLength={500}
              onChange={({ target }) => change({ detail: target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
