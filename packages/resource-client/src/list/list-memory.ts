/** The list that the user came from: a record's page shows "4 of 37" and links to the next record. */
export interface ListMemory {
  /** Its URL parameters, with the question mark; empty when there are none. */
  search: string;
  /** The same query in API format, without a page: sent to `/{id}/neighbours`. */
  request: string;
  ids: string[];
  /** Null when it is not known exactly. */
  total: number | null;
  /** Position of the first id in the whole list, from 0. */
  offset: number;
}

const memory = new Map<string, ListMemory>();

export const rememberList = (resource: string, list: ListMemory): void => {
  memory.set(resource, list);
};

export const recallList = (resource: string): ListMemory | null => memory.get(resource) ?? null;

export interface Neighbours {
  place: number;
  total: number | null;
  previous: string | null;
  next: string | null;
}

export const neighbours = (list: ListMemory | null, id: string): Neighbours | null => {
  const index = list?.ids.indexOf(id) ?? -1;
  if (!list || index < 0) return null;
  return {
    place: list.offset + index + 1,
    total: list.total,
    previous: list.ids[index - 1] ?? null,
    next: list.ids[index + 1] ?? null,
  };
};
