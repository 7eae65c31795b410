import { digestOf, drawnPoster } from './drawn-poster';
import { posterOf } from './public-poster';
import { titleLines, widthOf } from './title-lines';

const hamlet = { name: 'Hamlet', genre: 'THEATRE', color: '#5b2d86' };
const GENRES = [
  ...['THEATRE', 'CABARET', 'MUSICAL', 'CONCERT', 'OPERA', 'DANCE', 'CIRCUS', 'HUMOUR', 'MAGIC', 'PUPPETS'],
  ...['YOUNG_AUDIENCE', 'STREET_ARTS', 'OTHER', null],
];

const ELEMENT = /<\/?(?:svg|rect|g|text|path|circle|ellipse)(?: [\w-]+="[^"<&]*")*\/?>/g;
const REFERENCE = /&#\d+;/g;
/** What is neither an element that we draw nor plain text. */
const foreign = (svg: string) =>
  svg
    .replace(ELEMENT, '')
    .replace(REFERENCE, '')
    .match(/[<>&"\p{Cc}\p{Cs}]/gu);

describe('a drawn poster', () => {
  it('is the same for the same show, and another for another title, genre or colour', () => {
    expect(drawnPoster(hamlet)).toBe(drawnPoster({ ...hamlet }));
    const others = [{ name: 'Lear' }, { genre: 'MAGIC' }, { color: '#2f7f8f' }, { color: null }];
    const digests = [hamlet, ...others.map((change) => ({ ...hamlet, ...change }))].map((subject) =>
      digestOf(drawnPoster(subject)),
    );
    expect(new Set(digests).size).toBe(digests.length);
  });

  it.each(GENRES)('of the genre %s is a complete drawing of a few kilobytes', (genre) => {
    const svg = drawnPoster({ ...hamlet, genre });
    expect(svg.length).toBeLessThan(8_000);
    expect(svg).not.toMatch(/NaN|undefined|null/);
    expect(foreign(svg)).toBeNull();
  });

  it.each([
    '<script>alert(1)</script>',
    '"><image href="x" onerror="alert(1)"/>',
    'A & B &lt; C',
    'x\u0000\u0008\ud800y\ufffe',
    '',
    'a'.repeat(120),
    '🎭'.repeat(60),
  ])('shows the title %j as text', (name) => {
    expect(foreign(drawnPoster({ ...hamlet, name }))).toBeNull();
  });

  it.each(['red', '#fff', "#fff'/>", 'url(x)'])(
    'does not draw with the colour %j, which is none',
    (color) => {
      expect(drawnPoster({ ...hamlet, color })).toBe(drawnPoster({ ...hamlet, color: null }));
    },
  );
});

describe('the title', () => {
  it('stands in as large letters as fit', () => {
    expect(titleLines('Le Lac', 252, 114)).toMatchObject({ size: 50, lines: [{ text: 'Le Lac' }] });
    const long = titleLines('Festival international des arts de la rue et du feu', 252, 114);
    expect(long.size).toBeLessThan(30);
    expect(long.lines.length).toBeLessThanOrEqual(4);
  });

  it('is cut after four lines, and a word that is too long is pressed together', () => {
    const { lines } = titleLines('mot '.repeat(60), 252, 114);
    expect(lines).toHaveLength(4);
    expect(lines[3]?.text).toMatch(/…$/);
    expect(titleLines('a'.repeat(120), 252, 114).lines).toEqual([{ text: 'a'.repeat(120), width: 252 }]);
    expect(widthOf('MMM')).toBeGreaterThan(widthOf('iii'));
  });
});

describe('the poster of a show', () => {
  const row = { id: 's1', ...hamlet, poster_id: null, poster_alt: null };

  it('is drawn without a file, at an address with the digest of the drawing', () => {
    const { kind, url } = posterOf(row);
    expect(kind).toBe('DRAWN');
    expect(url).toBe(`/app-api/configuration/spectacles/s1/drawn-poster/${digestOf(drawnPoster(row))}`);
  });

  it('is the file of the show where it has one', () => {
    expect(posterOf({ ...row, poster_id: 'f1', poster_alt: 'Un crâne' })).toEqual({
      kind: 'STORED',
      url: '/app-api/files/f1',
      alt: 'Un crâne',
    });
  });
});
