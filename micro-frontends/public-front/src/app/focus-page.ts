/**
 * Puts the focus at the start of the page, without scrolling: for steps within a page that replace the element that had
 * it. A keyboard goes on from there, and a screen reader reads what is new. The layout does it for new pages.
 */
export const focusPage = (): void => document.getElementById('content')?.focus({ preventScroll: true });

/** Shows a step that takes the place of the whole page from its top, and puts the focus there. */
export function startStep(): void {
  window.scrollTo(0, 0);
  focusPage();
}
