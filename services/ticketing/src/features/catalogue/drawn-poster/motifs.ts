import type { Palette } from './palette';

/** Draws into a square of 300 by 262 above the title; `random` gives the same numbers for the same show. */
export type Motif = (palette: Palette, random: () => number) => string;

const turn = (count: number, draw: (angle: number, index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(Math.round((index * 3_600) / count) / 10, index)).join('');

const round = (value: number): number => Math.round(value * 10) / 10;

const stars = (count: number, color: string, random: () => number): string =>
  Array.from(
    { length: count },
    () =>
      `<circle cx="${round(12 + random() * 276)}" cy="${round(10 + random() * 150)}" r="${round(0.8 + random() * 1.4)}" fill="${color}"/>`,
  ).join('');

/** A curtain that opens on a lit stage. */
const curtain: Motif = ({ shape, accent, second, paper }) => {
  const fold = (x: number, width: number, mirrored: boolean) => {
    const foot = mirrored ? x + width * 0.9 : x - width * 0.5;
    return `<path d="M${x} 0H${x + width}Q${x + width} 150 ${round(foot + width * 0.6)} 262H${round(foot)}Q${x} 150 ${x} 0Z"`;
  };
  const left = [0, 1, 2].map(
    (index) => `${fold(index * 30, 31, false)} fill="${shape}" opacity="${1 - index * 0.16}"/>`,
  );
  const right = [0, 1, 2].map(
    (index) => `${fold(270 - index * 30, 31, true)} fill="${shape}" opacity="${1 - index * 0.16}"/>`,
  );
  const scallops = Array.from(
    { length: 6 },
    (_, index) =>
      `<path d="M${index * 50} 0H${index * 50 + 50}V20A25 25 0 0 1 ${index * 50} 20Z" fill="${index % 2 ? shape : second}"/>`,
  );
  return `<path d="M150 20 236 236H64Z" fill="${accent}" opacity=".22"/><ellipse cx="150" cy="236" rx="86" ry="18" fill="${accent}"/><path d="M150 128a22 22 0 1 1 .1 0Zm-30 106q4-92 30-100 26 8 30 100Z" fill="${paper}"/>${left.join('')}${right.join('')}${scallops.join('')}`;
};

/** A full moon behind the roofs of a city. */
const skyline: Motif = ({ shape, accent, second, paper, ground }, random) => {
  let roofs = '';
  for (let x = 0; x < 300;) {
    const width = 22 + Math.round(random() * 22);
    const height = 34 + Math.round(random() * 52);
    const top = 262 - height;
    roofs += `<path d="M${x} 262V${top}l${width / 2}-${round(8 + random() * 16)} ${width / 2} ${8 + Math.round(random() * 8)}V262Z" fill="${shape}"/>`;
    if (random() > 0.35)
      roofs += `<rect x="${x + 7}" y="${top + 14}" width="5" height="8" fill="${accent}"/>`;
    if (random() > 0.45)
      roofs += `<rect x="${x + width - 10}" y="${top + 28}" width="5" height="8" fill="${second}"/>`;
    x += width;
  }
  return `${stars(22, paper, random)}<circle cx="150" cy="128" r="94" fill="${accent}"/><circle cx="150" cy="128" r="74" fill="${paper}" opacity=".55"/><path d="M150 44l9 58 8 70 15 60h-64l15-60 8-70Z" fill="${ground}"/><path d="M128 176h44v6h-44zM136 118h28v5h-28z" fill="${ground}"/>${roofs}`;
};

/** A record that plays. */
const record: Motif = ({ shape, accent, second, paper, ground }) =>
  `<circle cx="150" cy="136" r="112" fill="${shape}"/>${[98, 84, 70, 56].map((radius) => `<circle cx="150" cy="136" r="${radius}" fill="none" stroke="${ground}" stroke-width="2.5" opacity=".75"/>`).join('')}<path d="M150 136 72 56A112 112 0 0 1 150 24Z" fill="${paper}" opacity=".16"/><path d="M150 136l78 80a112 112 0 0 1-78 32Z" fill="${paper}" opacity=".16"/><circle cx="150" cy="136" r="40" fill="${accent}"/><circle cx="150" cy="136" r="8" fill="${ground}"/><path d="M264 22 250 34l-30 92-14 20" fill="none" stroke="${second}" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"/><circle cx="264" cy="24" r="15" fill="${second}"/>`;

/** Ribbons that turn around a dancer. */
const ribbons: Motif = ({ shape, accent, second, paper }) =>
  `${turn(9, (angle, index) => `<path d="M150 134q${index % 2 ? 64 : 52}-70 0-118-34 52 0 118Z" fill="${index % 3 === 0 ? accent : index % 3 === 1 ? shape : second}" opacity=".82" transform="rotate(${angle} 150 134)"/>`)}<circle cx="150" cy="134" r="24" fill="${paper}"/>`;

/** A big top under the rays of its lights. */
const bigTop: Motif = ({ shape, accent, second, paper }) => {
  const rays = turn(12, (angle, index) =>
    index % 2
      ? ''
      : `<path d="M150 150 128-70h44Z" fill="${shape}" opacity=".5" transform="rotate(${angle} 150 150)"/>`,
  );
  const stripes = Array.from({ length: 6 }, (_, index) => {
    const [from, to] = [54 + index * 32, 86 + index * 32];
    return `<path d="M150 74 ${from} 172V262H${to}V172Z" fill="${index % 2 ? paper : second}"/>`;
  });
  const edge = Array.from(
    { length: 6 },
    (_, index) => `<path d="M${54 + index * 32} 172h32v10a16 16 0 0 1-32 0Z" fill="${accent}"/>`,
  );
  return `${rays}<path d="M150 76V34" stroke="${paper}" stroke-width="4"/><path d="M152 34l34 11-34 11Z" fill="${accent}"/>${stripes.join('')}${edge.join('')}<path d="M150 190q-26 22-28 72h56q-2-50-28-72Z" fill="${shape}"/>`;
};

/** A mask that laughs. */
const mask: Motif = ({ shape, accent, second, paper, ground }) =>
  `<circle cx="226" cy="70" r="54" fill="${shape}"/><path d="M62 46q88 34 176 0 12 176-88 206Q50 222 62 46Z" fill="${accent}"/><path d="M62 46q88 34 88 206Q50 222 62 46Z" fill="${paper}"/><path d="M88 116q22-26 44 0-22 12-44 0ZM168 116q22-26 44 0-22 12-44 0Z" fill="${ground}"/><path d="M94 162q56 22 112 0-10 62-56 62t-56-62Z" fill="${ground}"/><path d="M118 206q32-24 64 0-14 18-32 18t-32-18Z" fill="${second}"/>`;

/** A hat out of which stars come. */
const hat: Motif = ({ shape, accent, second, paper, ground }, random) => {
  const star = (x: number, y: number, size: number, color: string) =>
    `<path d="M0-10 2.6-3 10-3 4 1.6 6.2 9 0 4.6-6.2 9-4 1.6-10-3-2.6-3Z" fill="${color}" transform="translate(${x} ${y}) rotate(${round(random() * 60)}) scale(${size})"/>`;
  return `${stars(14, paper, random)}<circle cx="150" cy="92" r="70" fill="${shape}" opacity=".55"/>${star(108, 84, 2, accent)}${star(190, 66, 2.6, second)}${star(152, 40, 1.5, paper)}${star(160, 108, 1.4, accent)}<path d="M92 140h116l-12 112h-92Z" fill="${paper}"/><path d="M99 206h102l-3 24h-96Z" fill="${second}"/><ellipse cx="150" cy="140" rx="92" ry="18" fill="${paper}"/><ellipse cx="150" cy="138" rx="58" ry="9" fill="${ground}"/>`;
};

/** A puppet on its strings. */
const puppet: Motif = ({ shape, accent, second, paper, ground }) =>
  `<circle cx="150" cy="140" r="108" fill="${shape}" opacity=".5"/><path d="M64 30h172v12H64zM144 14h12v46h-12z" fill="${accent}"/><path d="M72 42 92 158M228 42l-20 116M150 60v32M120 42l-6 190M180 42l6 190" stroke="${paper}" stroke-width="1.6"/><circle cx="150" cy="112" r="24" fill="${paper}"/><path d="M126 108q24-38 48 0Z" fill="${second}"/><circle cx="142" cy="114" r="2.6" fill="${ground}"/><circle cx="158" cy="114" r="2.6" fill="${ground}"/><path d="M150 136 112 214h76Z" fill="${accent}"/><path d="M150 136v78H112Z" fill="${second}"/><path d="M138 156 92 160M162 156l46 4M132 214l-18 26M168 214l18 26" stroke="${paper}" stroke-width="9" stroke-linecap="round"/>`;

/** Paper birds. */
const birds: Motif = ({ shape, accent, second, paper, ground }, random) => {
  const bird = (x: number, y: number, size: number, color: string) =>
    `<g transform="translate(${x} ${y}) rotate(${round(random() * 30 - 15)}) scale(${size})"><path d="M-30 14 2-42 20 10Z" fill="${color}"/><path d="M-30 14 20 10 4 40Z" fill="${paper}" opacity=".9"/><path d="M20 10 4 40 44-8Z" fill="${color}" opacity=".75"/><path d="M44-8l14 8-18 3Z" fill="${color}"/><path d="M2-42 20 10 34-30Z" fill="${ground}" opacity=".35"/></g>`;
  return `<circle cx="206" cy="96" r="72" fill="${shape}" opacity=".7"/>${bird(128, 154, 2, accent)}${bird(226, 60, 0.85, second)}${bird(62, 58, 0.7, paper)}${bird(250, 208, 0.6, accent)}`;
};

/** A street under its lanterns. */
const street: Motif = ({ shape, accent, second, paper, ground }, random) => {
  const colors = [shape, second, paper, shape, accent];
  const houses = colors.map((color, index) => {
    const top = 118 + Math.round(random() * 40);
    const x = index * 60;
    return `<path d="M${x} 262V${top}l30-28 30 28V262Z" fill="${color}"/><path d="M${x + 14} ${top + 14}h12v18H${x + 14}zM${x + 34} ${top + 14}h12v18H${x + 34}zM${x + 22} 226h16v36H${x + 22}z" fill="${ground}"/>`;
  });
  const lanterns = [30, 90, 150, 210, 270].map(
    (x, index) =>
      `<circle cx="${x}" cy="${index % 2 ? 64 : 52}" r="11" fill="${index % 2 ? second : accent}"/>`,
  );
  return `${stars(16, paper, random)}<path d="M0 30Q75 74 150 44T300 34" fill="none" stroke="${paper}" stroke-width="2"/>${lanterns.join('')}${houses.join('')}`;
};

/** Two flowers of paper. */
const rosettes: Motif = ({ shape, accent, second, paper, ground }, random) => {
  const flower = (x: number, y: number, radius: number, colors: readonly string[]) => {
    const spin = random() * 40;
    const ring = (size: number, color: string) =>
      `<circle cx="${x}" cy="${y}" r="${round(size)}" fill="${color}"/>${turn(
        10,
        (angle) =>
          `<circle cx="${x}" cy="${round(y - size)}" r="${round(size * 0.34)}" fill="${color}" transform="rotate(${round(angle + spin + size)} ${x} ${y})"/>`,
      )}`;
    const rings = colors.map((color, index) => ring(radius * (1 - index * 0.27), color));
    return `${rings.join('')}<circle cx="${x}" cy="${y}" r="${round(radius * 0.2)}" fill="${ground}"/>`;
  };
  return `${flower(196, 96, 80, [shape, second, accent])}${flower(72, 192, 48, [accent, paper, shape])}`;
};

const MOTIFS: Readonly<Record<string, Motif>> = {
  THEATRE: curtain,
  CABARET: skyline,
  MUSICAL: record,
  CONCERT: record,
  OPERA: curtain,
  DANCE: ribbons,
  CIRCUS: bigTop,
  HUMOUR: mask,
  MAGIC: hat,
  PUPPETS: puppet,
  YOUNG_AUDIENCE: birds,
  STREET_ARTS: street,
};
/** For shows without a genre. */
const ANY: readonly Motif[] = [curtain, ribbons, rosettes, mask];

export const motifOf = (genre: string | null, seed: number): Motif =>
  (genre === null ? undefined : MOTIFS[genre]) ??
  (genre === 'OTHER' ? rosettes : (ANY[Math.floor(seed / 7) % ANY.length] as Motif));
