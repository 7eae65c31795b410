import { detectDelimiter } from './spreadsheet/delimiter';
import { joinValues, splitValues } from './list-text';
import { instantOf, wallClockOf } from '@coulisse/resource-server/local-time';
import { codeLabel, codeOf } from './codes';
import { decodeText } from './spreadsheet/text-encoding';
import fc from 'fast-check';

describe('the delimiter of a file', () => {
  it.each([
    ['Nom;Prix\nA;1,5\nB;2,5', ';'],
    ['name,price\nA,1.5\n', ','],
    ['name\tprice\nA, or B\t1,5', '\t'],
    ['a|b\n1|2', '|'],
    ['"Nom, prénom";Ville\n"Durand, Anne";Lyon', ';'],
    ['Nom;"Note\nsur deux; lignes, ou, plus"\nA;b', ';'],
    ['Nom\nAnne\nPaul, ou Jean', ';'],
    ['', ';'],
  ])('%j', (text, delimiter) => expect(detectDelimiter(text)).toBe(delimiter));
});

describe('decodeText', () => {
  const é = 'Prénom;é';
  it.each([
    ['UTF-8', Buffer.from(é)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${é}`)],
    ['Windows-1252', Buffer.from(é, 'latin1')],
    ['UTF-16, little-endian', Buffer.from(`\ufeff${é}`, 'utf16le')],
    ['UTF-16, big-endian', Buffer.from(`\ufeff${é}`, 'utf16le').swap16()],
  ])('decodes %s', (_name, bytes) => expect(decodeText(bytes)).toBe(é));
  it('decodes the characters that only Windows-1252 has', () =>
    expect(decodeText(Buffer.from([0x80, 0x20, 0x9c]))).toBe('€ œ'));
  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
    ['zeros', Buffer.alloc(20)],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0])],
  ])('returns null for %s', (_name, bytes) => expect(decodeText(bytes)).toBeNull());
});

describe('several values in a cell', () => {
  const word = fc
    .string({ minLength: 1 })
    .map((text) => text.trim())
    .filter(Boolean);
  it('are unchanged after joining and splitting', () => {
    fc.assert(
      fc.property(fc.array(word), (values) => expect(splitValues(joinValues(values))).toEqual(values)),
    );
  });
  it('are split at bars and at the given separators', () => {
    expect(splitValues('10:00, 20:30;21:00\n22:00 |', ';,\n')).toEqual(['10:00', '20:30', '21:00', '22:00']);
    expect(splitValues('Scène, bar | Salle')).toEqual(['Scène, bar', 'Salle']);
  });
});

const PARIS = 'Europe/Paris';
const ZONES = [PARIS, 'America/Martinique', 'Pacific/Noumea', 'Asia/Kolkata', 'UTC'];

describe('local time', () => {
  it('converts every instant there and back, also at clock changes', () => {
    const instants = fc.date({
      min: new Date('1970-01-02'),
      max: new Date('2037-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (date, zone) =>
        expect(instantOf(wallClockOf(date.toISOString(), zone), zone)).toBe(date.toISOString()),
      ),
    );
    for (const instant of ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'])
      expect(instantOf(wallClockOf(instant, PARIS), PARIS)).toBe(instant);
    expect(wallClockOf('2026-10-25T01:30:00.000Z', PARIS)).toEqual({
      local: '2026-10-25T02:30:00.000',
      offset: '+01:00',
    });
    expect(wallClockOf('2026-07-01T10:00:00.000Z', PARIS)).toEqual({
      local: '2026-07-01T12:00:00.000',
      offset: null,
    });
  });
  it('is that of the zone', () => {
    const at = '2026-11-23T02:30:00.000Z';
    expect(wallClockOf(at, 'America/Martinique').local).toBe('2026-11-22T22:30:00.000');
    expect(wallClockOf(at, PARIS).local).toBe('2026-11-23T03:30:00.000');
  });
  it('has no 02:30 on the day when the clocks go forward', () => {
    expect(instantOf({ local: '2026-03-29T02:30:00.000', offset: null }, PARIS)).toBeNull();
    expect(instantOf({ local: '2026-02-30T02:30:00.000', offset: null }, PARIS)).toBeNull();
  });
});

describe('codes', () => {
  it('are exported by name, and parsed by name or code', () => {
    expect(codeLabel('country', 'DE', 'fr')).toBe('Allemagne');
    expect(codeOf('country', 'allemagne')).toBe('DE');
    expect(codeOf('country', 'Germany')).toBe('DE');
    expect(codeOf('country', 'de')).toBe('DE');
    expect(codeOf('language', 'Français')).toBe('fr');
    expect(codeLabel('language', 'fr', 'en')).toBe('French');
    expect(codeLabel('currency', 'EUR', 'fr')).toBe('EUR');
    expect(codeOf('currency', 'euro')).toBe('EUR');
    expect(codeOf('currency', 'eur')).toBe('EUR');
    expect(codeOf('country', 'Syldavie')).toBeUndefined();
  });
  it('are exported as codes if no name maps back to them', () => {
    expect(codeLabel('country', 'DD', 'fr')).toBe('DD');
    expect(codeLabel('country', 'XX', 'fr')).toBe('XX');
  });
  it.each(['fr', 'en'] as const)('are parsed from their names in %s', (language) => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    for (const kind of ['country', 'language'] as const)
      for (const first of letters)
        for (const second of letters) {
          const code = kind === 'country' ? (first + second).toUpperCase() : first + second;
          expect([code, codeOf(kind, codeLabel(kind, code, language))]).toEqual([code, code]);
        }
  });
});
