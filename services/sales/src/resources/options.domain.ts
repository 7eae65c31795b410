interface Option {
  readonly label: string;
  readonly option: 'proposed' | 'chosen' | null;
}

/** Labels of the options of a quote that the customer may take. */
export const choosable = (items: readonly Option[]): string[] =>
  items.flatMap(({ label, option }) => (option === 'proposed' ? [label] : []));

/** Index of the first label that no option has; -1 if each has one. */
export const unknownOption = (items: readonly Option[], labels: readonly string[]): number =>
  labels.findIndex((label) => !items.some((item) => item.option !== null && item.label === label));

/** The lines with these options chosen; the others stay proposed and are not billed. */
export const withChosen = <L extends Option>(items: readonly L[], labels: readonly string[]): L[] =>
  items.map((item) =>
    item.option !== null && labels.includes(item.label) ? { ...item, option: 'chosen' } : item,
  );
