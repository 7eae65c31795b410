/** `crm.*` covers `crm.tiers.read`; `*` covers all. */
export const covers = (rights: readonly string[], right: string): boolean =>
  rights.some(
    (held) => held === '*' || held === right || (held.endsWith('.*') && right.startsWith(held.slice(0, -1))),
  );
