import { escapeHtml } from './escape';
import { qrCodePicture } from './qr-code';

/** Typefaces of the product, which every document may use. */
export const PLACE_FONTS = ['Inter', 'Fraunces'] as const;
export const PLACE_ALIGNMENTS = ['left', 'center', 'right'] as const;

/** How the text of a place looks; nothing else of the template's style applies to it. Lengths are in points. */
export interface PlaceStyle {
  readonly font: (typeof PLACE_FONTS)[number];
  readonly weight: number;
  readonly size: number;
  readonly line: number;
  /** `#rrggbb` */
  readonly color: string;
  readonly align: (typeof PLACE_ALIGNMENTS)[number];
}

/**
 * A part of a page whose content changes from one record to the next while everything around it stays. It fills the
 * width of the element around it and is one line high; a QR code is a square of `size`.
 */
export type Place =
  | { readonly kind: 'text'; readonly value: string; readonly style: PlaceStyle }
  | { readonly kind: 'qrCode'; readonly value: string; readonly size: number };

/** A page that names its places by their position in `places`. */
export interface PageWithPlaces {
  readonly html: string;
  readonly places: readonly Place[];
}

/** Places of one page: the tickets of the largest cart of a desk, of 300 seats, have some fifteen places each, with options more. */
export const MOST_PLACES = 10_000;

// No template can contain it: brackets are not allowed in comments.
const MARKER = /<!--\[place (\d{1,4})\]-->/g;
export const placeMarker = (index: number): string => `<!--[place ${index}]-->`;

/** The page with something in each of its places. Throws unless each place is named once. */
export function fillPlaces(
  { html, places }: PageWithPlaces,
  write: (place: Place, index: number) => string,
): string {
  let next = 0;
  const filled = html.replace(MARKER, (_marker, number: string) => {
    const place = places[next];
    if (!place || Number(number) !== next) throw new Error(`place ${number} is not where it should be`);
    return write(place, next++);
  });
  if (next !== places.length) throw new Error(`${places.length - next} places are missing`);
  return filled;
}

/** Where the places are in the page, by offset; for checks of what is around them. */
export const placeOffsets = (html: string): number[] => [...html.matchAll(MARKER)].map(({ index }) => index);

/** Whether the page names each of its places once, in their order. */
export const namesItsPlaces = ({ html, places }: PageWithPlaces): boolean => {
  const numbers = [...html.matchAll(MARKER)].map(([, number]) => Number(number));
  return numbers.length === places.length && numbers.every((number, index) => number === index);
};

const important = (declarations: readonly string[]): string =>
  declarations.map((declaration) => `${declaration}!important`).join(';');

/** Declarations of the box of a place: all that its look and its size depend on. */
export const boxStyle = (place: Place, declarations: readonly string[] = []): string =>
  important([...(place.kind === 'text' ? textBox(place.style) : squareBox(place.size)), ...declarations]);

// A grid, so that `::first-letter` and `::first-line` of elements around it do not reach its text.
const textBox = ({ font, weight, size, line, color, align }: PlaceStyle): string[] => [
  'all:initial',
  'direction:ltr',
  'display:grid',
  'grid-template-columns:minmax(0,1fr)',
  `min-height:${line}pt`,
  `font:${weight} ${size}pt/${line}pt ${font}`,
  // Only what is the same in each program that writes text: no ligature, no contextual form.
  'font-variant-ligatures:none',
  'font-kerning:normal',
  'font-optical-sizing:none',
  'font-synthesis:none',
  'overflow-wrap:anywhere',
  `color:${color}`,
  `text-align:${align}`,
  'print-color-adjust:exact',
];
const squareBox = (size: number): string[] => [
  'all:initial',
  'direction:ltr',
  'display:block',
  `width:${size}pt`,
  `height:${size}pt`,
];

/** Inside the box, with the look of the box. */
export const innerStyle = (declarations: readonly string[]): string =>
  important(['all:unset', ...declarations]);

/** Element of a place; selectors of templates do not name it. */
export const PLACE_ELEMENT = 'coulisse-place';

/** The complete page: every place with its content. A text that is too long for its place goes on in another line. */
export const withContents = (page: PageWithPlaces): string => fillPlaces(page, contentOf);

function contentOf(place: Place): string {
  const inside =
    place.kind === 'text'
      ? `<span style="${innerStyle(['display:block'])}">${escapeHtml(place.value)}</span>`
      : `<img style="${innerStyle(['display:block', 'width:100%', 'height:100%'])}" src="${qrCodePicture(place.value)}" alt="">`;
  return `<${PLACE_ELEMENT} style="${boxStyle(place)}">${inside}</${PLACE_ELEMENT}>`;
}
