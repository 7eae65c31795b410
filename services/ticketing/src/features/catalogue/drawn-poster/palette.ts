/** Colours of a drawn poster. Titles are written in `paper` on `ground`, which is always dark. */
export interface Palette {
  ground: string;
  /** Large shapes. */
  shape: string;
  accent: string;
  /** Small shapes, beside the accent. */
  second: string;
  paper: string;
}

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
const PAPER = '#fbeed6';
const NIGHT = [18, 12, 28] as const;

/** For shows without a colour. */
const PALETTES: readonly Palette[] = [
  { ground: '#1c1233', shape: '#5b2d86', accent: '#f4b84a', second: '#e2673f', paper: PAPER },
  { ground: '#15110e', shape: '#d7402f', accent: '#f6e7cd', second: '#f4b84a', paper: PAPER },
  { ground: '#0f3b3a', shape: '#1f7a74', accent: '#f4b84a', second: '#e5566d', paper: PAPER },
  { ground: '#10243f', shape: '#2c6aa0', accent: '#f08a5d', second: '#f6d365', paper: PAPER },
  { ground: '#3a0f24', shape: '#a8325e', accent: '#f6c453', second: '#7fc8c2', paper: PAPER },
  { ground: '#22260f', shape: '#6d7d2a', accent: '#f6d365', second: '#e2673f', paper: PAPER },
];

function channelsOf(color: string): readonly number[] | null {
  const match = HEX.exec(color);
  return match && match.slice(1).map((part) => Number.parseInt(part, 16));
}

/** A part of a colour, the rest night: the colour of a show may be light. */
const darkened = (channels: readonly number[], part: number): string =>
  `#${channels
    .map((value, at) => Math.round(value * part + (NIGHT[at] ?? 0) * (1 - part)))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;

/** The palette of a show: of its own colour, else one that its title chooses. */
export function paletteOf(color: string | null, seed: number): Palette {
  const drawn = PALETTES[seed % PALETTES.length] as Palette;
  const channels = color === null ? null : channelsOf(color);
  if (!channels) return drawn;
  const [red = 0, , blue = 0] = channels;
  // Gold stands out from blue and purple, coral from green and yellow.
  const isWarm = red > blue + 40;
  return {
    ground: darkened(channels, 0.22),
    shape: darkened(channels, 0.85),
    accent: isWarm ? '#f6e0b5' : '#f4b84a',
    second: isWarm ? '#f0a43c' : '#e2673f',
    paper: PAPER,
  };
}
