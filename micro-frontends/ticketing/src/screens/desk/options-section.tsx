import { useTranslation } from 'react-i18next';
import { Check, Field, formatMoney, Input, Stepper, toLanguage } from '@coulisse/ui-kit';
import { AddressFields } from './address-fields';
import type { DeskCustomer, DeskFormula, DeskOption, OptionChoice } from './desk-types';
import { isChoiceOf, newChoice } from './option-choices';
import './options.css';

export interface OptionsSectionProps {
  offered: readonly DeskOption[];
  /** The first one that something is still to be entered for. */
  incomplete: DeskOption | null;
  formulas: readonly DeskFormula[];
  choices: readonly OptionChoice[];
  onChoose: (choices: OptionChoice[]) => void;
  customer: DeskCustomer;
  onCustomer: (customer: DeskCustomer) => void;
}

/** What is sold with the places, and the address of what is posted. */
export const OptionsSection = (props: OptionsSectionProps) => {
  const { offered, formulas, choices, customer, onCustomer } = props;
  const { t } = useTranslation('ticketing');
  const formulaIds = [...new Set(offered.map(({ formulaId }) => formulaId))];
  const isPosted = offered.some(
    (option) => option.forPostalSend && choices.some((choice) => isChoiceOf(option, choice)),
  );
  return (
    <section className="t-desk-section" aria-label={t('desk.options')}>
      <h2>{t('desk.options')}</h2>
      {formulaIds.map((formulaId) => (
        <div key={formulaId} className="t-options">
          {formulaIds.length > 1 && (
            <small className="c-faint">{formulas.find(({ id }) => id === formulaId)?.name}</small>
          )}
          {offered
            .filter((option) => option.formulaId === formulaId)
            .map((option) => (
              <OptionLine key={option.id} {...props} option={option} />
            ))}
        </div>
      ))}
      {isPosted && <AddressFields customer={customer} onCustomer={onCustomer} />}
    </section>
  );
};

const OptionLine = ({
  option,
  incomplete,
  choices,
  onChoose,
}: OptionsSectionProps & { option: DeskOption }) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const choice = choices.find((each) => isChoiceOf(option, each));
  const { numberEntry, detailEntry } = option;
  const change = (changes: Partial<OptionChoice>) =>
    onChoose(choices.map((each) => (each === choice ? { ...each, ...changes } : each)));
  const hints = [
    option.mandatory && t('desk.options.mandatory'),
    option.forPmr && t('desk.options.pmr'),
    option.forPostalSend && t('desk.options.postal'),
    option.inGiftBag && t('desk.options.gift-bag'),
    option.isTicket && t('desk.options.ticket'),
  ].filter(Boolean);
  return (
    <div data-testid={`desk-option-${option.name}`} data-incomplete={option === incomplete || undefined}>
      <div className="t-option">
        <Check
          checked={choice !== undefined}
          label={
            <span className="t-two">
              {option.name}
              {hints.length > 0 && <small className="c-faint">{hints.join(' · ')}</small>}
            </span>
          }
          onChange={({ target }) =>
            onChoose(
              target.checked ? [...choices, newChoice(option)] : choices.filter((each) => each !== choice),
            )
          }
        />
        {choice && numberEntry && (
          <Stepper
            label={numberEntry.label}
            value={choice.number ?? numberEntry.min}
            min={numberEntry.min}
            max={999}
            onChange={(number) => change({ number })}
          />
        )}
        <span className="c-num">
          {formatMoney(option.priceMinor * (numberEntry ? (choice?.number ?? 1) : 1), language)}
        </span>
      </div>
      {choice && detailEntry && (
        <Field label={detailEntry.label} required>
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
};
