import {
  boxStyle,
  fillPlaces,
  innerStyle,
  type PageWithPlaces,
  type Place,
  PLACE_ELEMENT,
  placeOffsets,
} from '@coulisse/templates/place';

/** Links of a layout say where its places are. The domain is reserved: no page has such a link of its own. */
const ADDRESS = 'https://places.invalid/';
export const edgeAddress = (index: number, edge: 'start' | 'end'): string => `${ADDRESS}${index}/${edge}`;
export const isPlaceAddress = (address: string): boolean => address.startsWith(ADDRESS);

/** A letter that both typefaces have; it shows where a line begins, its size and its baseline. */
export const PROBE = 'x';

/**
 * The page without the contents of its places. Nothing outside a place can depend on them: the box of each has a size
 * of its own (CSS containment), and the contents are not there.
 */
export const layoutPage = (page: PageWithPlaces): string => fillPlaces(page, emptyPlace);

function emptyPlace(place: Place, index: number): string {
  const inside = place.kind === 'text' ? edges(index) : square(index);
  const size = place.kind === 'text' ? [`height:${place.style.line}pt`] : [];
  return `<${PLACE_ELEMENT} style="${boxStyle(place, ['contain:size', ...size])}">${inside}</${PLACE_ELEMENT}>`;
}

const link = (index: number, edge: 'start' | 'end', style: readonly string[], text = PROBE): string =>
  `<a href="${edgeAddress(index, edge)}" style="${innerStyle(style)}">${text}</a>`;

const edges = (index: number): string =>
  `<span style="${innerStyle(['display:flex', 'justify-content:space-between', 'white-space:nowrap', 'text-align:left'])}">` +
  `${link(index, 'start', [])}${link(index, 'end', [])}</span>`;
/** The first link has the shape of the picture; the letter of the second, which takes no room, is drawn at its turn. */
const square = (index: number): string =>
  link(index, 'start', ['display:block', 'width:100%', 'height:100%'], '') +
  link(index, 'end', ['display:block', 'height:0', 'font:6pt/0 Inter']);

/** Inside a link of the page, the link of a place would end it. */
export function isInsideLink(html: string, offset: number): boolean {
  const before = html.slice(0, offset).toLowerCase();
  return Math.max(before.lastIndexOf('<a '), before.lastIndexOf('<a>')) > before.lastIndexOf('</a>');
}

/** Why a page cannot be printed without its contents; null when it can. */
export function layoutObstacle({ html }: PageWithPlaces): 'inside-link' | null {
  return placeOffsets(html).some((offset) => isInsideLink(html, offset)) ? 'inside-link' : null;
}
