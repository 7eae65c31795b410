/** Pages that can be named: those of the records that were counted. */
export const lastPage = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** The first, the last and the neighbours of the page; null stands for those left out. */
export const pageNumbers = (page: number, last: number): (number | null)[] => {
  const near = new Set([1, page - 1, page, page + 1, last].filter((one) => one >= 1 && one <= last));
  const shown = [...near].sort((one, other) => one - other);
  return shown.flatMap((one, index) => {
    const before = shown[index - 1];
    if (before === undefined || one === before + 1) return [one];
    // One page left out takes as much room as what would stand for it.
    return one === before + 2 ? [before + 1, one] : [null, one];
  });
};
