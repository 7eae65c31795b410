import type { DeskOption, OptionChoice } from './desk-types';

export const newChoice = ({ formulaId, id: optionId, numberEntry }: DeskOption): OptionChoice => ({
  ...{ formulaId, optionId, number: numberEntry?.min ?? null, detail: '' },
});

export const isChoiceOf = (option: DeskOption, choice: OptionChoice): boolean =>
  choice.formulaId === option.formulaId && choice.optionId === option.id;

/** The options of the formulas that are sold. */
export const offeredWith = (options: readonly DeskOption[], formulaIds: readonly string[]): DeskOption[] =>
  options.filter(({ formulaId }) => formulaIds.includes(formulaId));

/**
 * The choices that count: of what is offered now. Until something was chosen, those that are ticked in advance.
 */
export const currentChoices = (
  offered: readonly DeskOption[],
  chosen: readonly OptionChoice[] | null,
): OptionChoice[] =>
  chosen === null
    ? offered.filter(({ preChecked }) => preChecked).map(newChoice)
    : chosen.filter((choice) => offered.some((option) => isChoiceOf(option, choice)));

/** What staff still have to enter; null when nothing is. */
export function incompleteOption(
  offered: readonly DeskOption[],
  choices: readonly OptionChoice[],
): DeskOption | null {
  return (
    offered.find((option) => {
      const choice = choices.find((each) => isChoiceOf(option, each));
      if (!choice) return option.mandatory;
      return option.detailEntry !== null && choice.detail.trim() === '';
    }) ?? null
  );
}
