/** As on the server: a wildcard does not cover import and export, which must be granted by name. */
const GRANTED_BY_NAME = /\.(?:import|export)$/;

/**
 * `crm.*` covers `crm.tiers.read`, not `crm.tiers.export`; `*` covers all. A right on part of the records
 * (`crm.note.update:own`) opens the screens, too: each record says what it allows.
 */
export const covers = (rights: readonly string[], right: string): boolean =>
  rights
    .map((text) => text.replace(/:(?:own|team)$/, ''))
    .some(
      (held) =>
        held === '*' ||
        held === right ||
        (!GRANTED_BY_NAME.test(right) && held.endsWith('.*') && right.startsWith(held.slice(0, -1))),
    );
