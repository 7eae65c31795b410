import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The rules of WCAG 2.2 at levels A and AA, and those that axe calls best practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * An examination of a page and its frames, which are all of one origin, so that axe need not collect its results in a
 * page of its own. What has no violation is not described, which takes as long as the examination itself.
 */
export const axeOf = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });

/** The violations that axe finds on a page, each in one line: the rule, where, and axe's explanation. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await axeOf(page).withTags(RULES).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary?.split('\n').at(-1)?.trim()}`,
    ),
  );
}
