/** As on the server: a wildcard does not cover import and export, which must be granted by name. */
const GRANTED_BY_NAME = /\.(?:import|export)$/;

/** `crm.*` covers `crm.tiers.read`, not `crm.tiers.export`; `*` covers all. */
export const covers = (rights: readonly string[], right: string): boolean =>
  rights.some(
    (held) =>
      held === '*' ||
      held === right ||
      (!GRANTED_BY_NAME.test(right) && held.endsWith('.*') && right.startsWith(held.slice(0, -1))),
  );
