/** As the services decide: no branch covers what moves a whole list at once. */
const GRANTED_BY_NAME = /\.(?:import|export)$/;

/** `crm.*` covers `crm.tiers.read`, not `crm.tiers.export`; `*` covers all. */
export const covers = (rights: readonly string[], right: string): boolean =>
  rights.some(
    (held) =>
      held === '*' ||
      held === right ||
      (!GRANTED_BY_NAME.test(right) && held.endsWith('.*') && right.startsWith(held.slice(0, -1))),
  );
