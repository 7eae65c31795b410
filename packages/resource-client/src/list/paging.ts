/** Number of the last page of the counted records. */
export const lastPage = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** The first, the last and the neighbours of the page; null stands for a gap. */
export const pageNumbers = (page: number, last: number): (number | null)[] => {
  const near = new Set([1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last));
  const shown = [...near].sort((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const before = shown[index - 1];
    if (before === undefined || number === before + 1) return [number];
    // A gap of one page is filled with that page: it takes no more room than the ellipsis.
    return number === before + 2 ? [before + 1, number] : [null, number];
  });
};
