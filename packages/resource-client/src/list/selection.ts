/** The selected rows of a list. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** All results of the query, including those of other pages. */
  all: boolean;
  /** Start of a range: the row that was last selected alone. */
  anchor: string | null;
}

export const NOTHING: Selection = { ids: new Set(), all: false, anchor: null };

const only = (ids: Iterable<string>, anchor: string | null): Selection => ({
  ids: new Set(ids),
  all: false,
  anchor,
});

/** Selects or deselects one row. Deselecting one of "all results" leaves the others of the page selected. */
export const toggled = (selection: Selection, id: string, page: readonly string[] = []): Selection => {
  const ids = new Set(selection.all ? page : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return only(ids, id);
};

/** Adds every row between the anchor and `id` to the selection. */
export const extended = (selection: Selection, id: string, page: readonly string[]): Selection => {
  const from = selection.anchor === null ? -1 : page.indexOf(selection.anchor);
  const to = page.indexOf(id);
  if (from < 0 || to < 0) return only([...selection.ids, id], id);
  const between = page.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...between]), all: false, anchor: selection.anchor };
};

export const isWholePage = (selection: Selection, page: readonly string[]): boolean =>
  page.length > 0 && (selection.all || page.every((id) => selection.ids.has(id)));

/** Selects the whole page, or deselects it when it is selected. */
export const pageToggled = (selection: Selection, page: readonly string[]): Selection =>
  isWholePage(selection, page)
    ? only(selection.all ? [] : [...selection.ids].filter((id) => !page.includes(id)), null)
    : only([...selection.ids, ...page], page.at(-1) ?? null);

export const everything = (selection: Selection): Selection => ({ ...selection, all: true });

export const isChosen = (selection: Selection, id: string): boolean => selection.all || selection.ids.has(id);

export const isNothing = (selection: Selection): boolean => !selection.all && selection.ids.size === 0;
