/**
 * Replaces what an element of a plan shows. Drawing thousands of seats one by one is slower than parsing them as one
 * text. `markup` is made by the functions of `markup.ts`, which escape every text in it.
 */
export const showMarkup = (element: SVGElement, markup: string): void => {
  element.innerHTML = markup;
};
