// What the pages of the fronts may cost on the wire, in bytes compressed with gzip. Checked by `npm test`
// (`tests/e2e/byte-budget.e2e.test.ts`) and by the benchmark `front`.

/**
 * Page, scripts and styles, without headers: what a visitor waits for; and fonts. Data are not counted, those in the page
 * neither: they differ with what the theatre plays. The goal is 120 kB (of 1,024 bytes) for each page, with its data; those
 * that need less may grow by 3 %.
 */
export const BUDGET = {
  home: { code: 107_900, fonts: 90_000 },
  theatre: { code: 108_000, fonts: 90_000 },
  show: { code: 108_100, fonts: 90_000 },
  seats: { code: 122_000, fonts: 90_000 },
  // The staff portal, from its address to the first list of a module, texts and outlines of modules included: 250 kB.
  staffList: { code: 256_000, fonts: 90_000 },
};

/**
 * @param {keyof typeof BUDGET} name
 * @param {{ page: number, dataInPage?: number, scripts: number, styles: number, fonts: number }} bytes
 * @returns {string[]} what is over the budget
 */
export function overBudget(name, { page, dataInPage = 0, scripts, styles, fonts }) {
  const spent = { code: page - dataInPage + scripts + styles, fonts };
  return Object.entries(BUDGET[name])
    .filter(([kind, limit]) => spent[kind] > limit)
    .map(([kind, limit]) => `${name}, ${kind}: ${spent[kind]} bytes, at most ${limit}`);
}
