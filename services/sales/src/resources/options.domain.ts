interface Line {
  readonly id: string;
  readonly option: 'proposed' | 'chosen' | null;
}

/** Lines of a quote that the customer may take or leave. */
export const OPTIONS = { option: 'proposed' } as const;

/** The lines with these options chosen, by their ids; the others stay proposed and are not billed. */
export const withChosen = <L extends Line>(items: readonly L[], ids: readonly string[]): L[] =>
  items.map((item) => (item.option !== null && ids.includes(item.id) ? { ...item, option: 'chosen' } : item));
