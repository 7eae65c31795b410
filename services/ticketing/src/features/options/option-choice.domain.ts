import { sum } from '@coulisse/money';
import type { FieldError } from '@coulisse/service-kit/problem';
import type { VatPart } from '../checkout/pricing.domain';

/** An option as a formula offers it in a channel. */
export interface OfferedOption {
  id: string;
  name: string;
  /** Of one. */
  priceMinor: number;
  rateBasisPoints: number;
  accountingCode: string | null;
  mandatory: boolean;
  preChecked: boolean;
  forPmr: boolean;
  forPostalSend: boolean;
  inGiftBag: boolean;
  /** Each that is bought has a ticket. */
  isTicket: boolean;
  /** Question that is answered by a number, and the least one; null when none is asked. */
  numberEntry: { label: string; min: number } | null;
  /** Question that is answered by a text. */
  detailEntry: { label: string } | null;
}

/** An option that a buyer has chosen with one of the formulas of the cart. */
export interface OptionChoice {
  formulaId: string;
  optionId: string;
  /** Answer to the number question; null where none is asked. */
  number: number | null;
  /** Answer to the detail question; empty where none is asked. */
  detail: string;
}

export interface PricedOption {
  option: OfferedOption;
  formulaId: string;
  formulaName: string;
  quantity: number;
  detail: string | null;
  priceMinor: number;
  vat: VatPart[];
}

/** A formula of the cart. */
export interface SoldFormula {
  id: string;
  name: string;
}

/** No order is dearer: amounts are cents in 32 bits. */
const MOST_MINOR = 99_999_999;
/** Tickets of the options of one order: as many as an order has places at most. */
const MOST_OPTION_TICKETS = 300;

const choiceKey = (formulaId: string, optionId: string) => `${formulaId}/${optionId}`;

/** What is wrong with the answers of one choice; empty when nothing is. */
function answerErrors(
  { number, detail }: OptionChoice,
  option: OfferedOption,
  pointer: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const { numberEntry, detailEntry } = option;
  if (numberEntry && number === null)
    errors.push({ pointer: `${pointer}/number`, code: 'validation.not-null' });
  else if (numberEntry && number !== null && number < numberEntry.min)
    errors.push({
      pointer: `${pointer}/number`,
      code: 'validation.value-min',
      params: { min: numberEntry.min },
    });
  if (detailEntry && detail === '')
    errors.push({ pointer: `${pointer}/detail`, code: 'validation.not-blank' });
  return errors;
}

const pricedOption = (
  { number, detail }: OptionChoice,
  option: OfferedOption,
  formula: SoldFormula,
): PricedOption => {
  // Without a number question, an option is bought once for the places of its formula.
  const quantity = option.numberEntry ? (number ?? option.numberEntry.min) : 1;
  const priceMinor = option.priceMinor * quantity;
  const { name, rateBasisPoints } = option;
  return {
    option,
    ...{ formulaId: formula.id, formulaName: formula.name, quantity, priceMinor },
    detail: option.detailEntry ? detail : null,
    vat: [{ label: name, rateBasisPoints, amountMinor: priceMinor }],
  };
};

/**
 * The chosen options at their prices, in the order in which the formulas offer them, and what forbids
 * the sale: an option that is not offered, an answer that is missing, a mandatory option that was not chosen.
 */
export function priceOptions(
  offered: ReadonlyMap<string, readonly OfferedOption[]>,
  formulas: readonly SoldFormula[],
  choices: readonly OptionChoice[],
): { priced: PricedOption[]; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const byKey = new Map<string, { choice: OptionChoice; pointer: string }>();
  const keys = new Set(
    formulas.flatMap(({ id }) => (offered.get(id) ?? []).map((option) => choiceKey(id, option.id))),
  );
  choices.forEach((choice, index) => {
    const key = choiceKey(choice.formulaId, choice.optionId);
    const pointer = `/options/${index}`;
    if (!keys.has(key)) errors.push({ pointer: `${pointer}/optionId`, code: 'validation.choice' });
    else if (byKey.has(key)) errors.push({ pointer: `${pointer}/optionId`, code: 'validation.unique' });
    else byKey.set(key, { choice, pointer });
  });
  const priced = formulas.flatMap((formula) =>
    (offered.get(formula.id) ?? []).flatMap((option) => {
      const chosen = byKey.get(choiceKey(formula.id, option.id));
      if (chosen) {
        errors.push(...answerErrors(chosen.choice, option, chosen.pointer));
        return [pricedOption(chosen.choice, option, formula)];
      }
      if (option.mandatory)
        errors.push({
          pointer: `/options/${formula.id}/${option.id}`,
          code: 'reservation.mandatory-options-missing',
          params: { option: option.name, formula: formula.name },
        });
      return [];
    }),
  );
  const tickets = sum(priced.map(({ option, quantity }) => (option.isTicket ? quantity : 0)));
  if (tickets > MOST_OPTION_TICKETS)
    errors.push({ pointer: '/options', code: 'validation.value-max', params: { max: MOST_OPTION_TICKETS } });
  if (optionsTotal(priced) > MOST_MINOR)
    errors.push({ pointer: '/options', code: 'validation.value-max', params: { max: MOST_MINOR / 100 } });
  return { priced, errors };
}

export const optionsTotal = (options: readonly { priceMinor: number }[]): number =>
  sum(options.map(({ priceMinor }) => priceMinor));

/** The formulas of the seats, each once, in their order. */
export const formulasOf = (
  priced: readonly { formula: { id: string; ticketName: string } }[],
): SoldFormula[] => [
  ...new Map(priced.map(({ formula: { id, ticketName: name } }) => [id, { id, name }])).values(),
];
