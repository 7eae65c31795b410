import type * as checkModule from '@coulisse/identifiers';
import type * as phoneModule from '@coulisse/identifiers/phone';
import { loadPickers } from '@coulisse/ui-kit/complex';
import { loadOnce } from '@coulisse/ui-kit';

type Phones = typeof phoneModule;
type Checks = typeof checkModule;

// 50 kB compressed, of which a page that only shows values needs nothing but the format of foreign telephone numbers.
let phones: Phones | null = null;
let checks: Checks | null = null;

/** Loads the formats of telephone numbers of all countries. */
export const loadPhones = loadOnce(async () => {
  phones = await import('@coulisse/identifiers/phone');
});
/** Loads the checks of registered identifiers. */
export const loadChecks = loadOnce(async () => {
  checks = await import('@coulisse/identifiers');
});
export const phonesIfLoaded = (): Phones | null => phones;
export const checksIfLoaded = (): Checks | null => checks;

/**
 * Loads what the editors of all kinds are made of. Who moves the focus into an editor when it opens waits for it first:
 * the editor is then there at once.
 */
export const loadEdits = loadOnce(async () => {
  await Promise.all([loadPhones(), loadChecks(), loadPickers()]);
});
