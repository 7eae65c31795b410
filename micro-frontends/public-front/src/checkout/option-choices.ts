import { ApiProblem } from '../api/client';

export interface OfferedOption {
  formulaId: string;
  formulaName: string;
  optionId: string;
  name: string;
  priceMinor: number;
  mandatory: boolean;
  preChecked: boolean;
  forPmr: boolean;
  forPostalSend: boolean;
  numberEntry: { label: string; min: number } | null;
  detailEntry: { label: string } | null;
}
export interface OptionChoice {
  formulaId: string;
  optionId: string;
  number: number | null;
  detail: string;
}

type OfFormula = Pick<OfferedOption, 'formulaId' | 'optionId'>;
export const keyOfOption = ({ formulaId, optionId }: OfFormula): string => `${formulaId}/${optionId}`;

export const newChoice = ({ formulaId, optionId, numberEntry }: OfferedOption): OptionChoice => ({
  ...{ formulaId, optionId, number: numberEntry?.min ?? null, detail: '' },
});

/** What is ticked before the buyer has chosen anything. */
export const defaultChoices = (offered: readonly OfferedOption[]): OptionChoice[] =>
  offered.filter(({ preChecked }) => preChecked).map(newChoice);

export interface OptionErrors {
  option?: string;
  number?: string;
  detail?: string;
}

/**
 * The errors of the service by option: `/options/<formula>/<option>` names one that is missing, `/options/<index>/<field>`
 * an answer of a choice.
 */
export function optionErrors(error: unknown, choices: readonly OptionChoice[]): Map<string, OptionErrors> {
  const found = new Map<string, OptionErrors>();
  if (!(error instanceof ApiProblem)) return found;
  for (const { pointer, detail } of error.errors) {
    const [, root, first = '', second = ''] = pointer.split('/');
    if (root !== 'options') continue;
    const choice = choices[Number(first)];
    const isAnswer = choice !== undefined && /^\d+$/.test(first);
    const key = isAnswer ? keyOfOption(choice) : `${first}/${second}`;
    const field = isAnswer && (second === 'number' || second === 'detail') ? second : 'option';
    found.set(key, { ...found.get(key), [field]: detail });
  }
  return found;
}
