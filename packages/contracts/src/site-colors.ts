/** Of mails and documents of a theatre that has chosen no colour of its own. */
export const PRODUCT_COLORS = { color: '#5b2d86', headerColor: '#47216b', nameColor: '#f0b652' } as const;

/** Contrast that WCAG 2 AA requires of text. */
export const READABLE_CONTRAST = 4.5;

type Channels = readonly [red: number, green: number, blue: number];

const BLACK: Channels = [0, 0, 0];
const WHITE: Channels = [255, 255, 255];
/** The darkest ground that links of the public pages stand on (`--sunken` of the light theme). */
const DARKEST_GROUND = '#efedf3';
/** Contrast of white titles with the dark end of a header. */
const TITLE_CONTRAST = 12;
/** Steps of a correction: a hundredth of the way to the other colour. */
const STEPS = 100;

const channelsOf = (color: string): Channels => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return [red, green, blue];
};
const hexOf = (channels: Channels): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** `share` of the second colour in the first, from 0 to 1. */
const mix = (color: string, other: Channels, share: number): string => {
  const mixed = channelsOf(color).map((channel, at) => channel + ((other[at] ?? 0) - channel) * share);
  return hexOf(mixed as unknown as Channels);
};

/** Relative luminance of `#rrggbb`, by WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const channel = value / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(left: string, right: string): number {
  const [light, dark] = [luminance(left), luminance(right)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The first colour on the way from one to another that `isEnough` accepts; the other one if none is. */
function towards(color: string, other: Channels, isEnough: (candidate: string) => boolean): string {
  for (let step = 0; step < STEPS; step++) {
    const candidate = mix(color, other, step / STEPS);
    if (isEnough(candidate)) return candidate;
  }
  return hexOf(other);
}

/**
 * The colour of a theatre as its public pages use it: that of links on each ground, and the ground of buttons
 * with white text. One that is too light for that is made darker, its hue stays.
 */
export const readableColor = (color: string): string =>
  towards(color, BLACK, (candidate) => contrast(candidate, DARKEST_GROUND) >= READABLE_CONTRAST);

/** What the public pages show in the colour of a theatre: custom properties of CSS and their values. */
export type SiteColors = Readonly<Record<string, string>>;

/** The set of colours that is derived from one; all text in it is readable. */
export function siteColors(color: string): SiteColors {
  const primary = readableColor(color);
  const tint = towards(
    mix(primary, WHITE, 0.9),
    WHITE,
    (candidate) => contrast(candidate, primary) >= READABLE_CONTRAST,
  );
  return {
    '--primary': primary,
    '--primary-strong': mix(primary, BLACK, 0.22),
    '--primary-tint': tint,
    '--on-primary': hexOf(WHITE),
    '--ring': `0 0 0 3px ${primary}47`,
    '--hero-show': primary,
    '--hero-deep': towards(
      mix(primary, BLACK, 0.5),
      BLACK,
      (candidate) => contrast(candidate, '#ffffff') >= TITLE_CONTRAST,
    ),
    '--hero-mid': mix(primary, BLACK, 0.55),
    '--hero-end': mix(primary, BLACK, 0.25),
  };
}

const PROPERTY = /^--[a-z-]{1,40}$/;
const VALUE = /^[#0-9a-z ]{1,60}$/;

/** The declarations of these colours for a style element; what is none is left out. */
export const colorDeclarations = (colors: SiteColors): string =>
  Object.entries(colors)
    .filter(([name, value]) => PROPERTY.test(name) && VALUE.test(value))
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
