import {
  classes,
  formatDate,
  formatDuration,
  formatMinutes,
  formatMoment,
  formatMoney,
  formatPercent,
  formatPhone,
  formatSize,
  frenchSpaces,
  initials,
  minorToDecimal,
} from './index';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('money', () => {
  it('reads decimal strings and minor units alike', () => {
    expect(plain(formatMoney('1234.56', 'fr'))).toBe('1 234,56 €');
    expect(formatMoney(123456, 'fr')).toBe(formatMoney('1234.56', 'fr'));
    expect(formatMoney('1234.56', 'en')).toBe('€1,234.56');
  });
  it('keeps every digit of amounts that a binary float would round', () => {
    expect(plain(formatMoney('90071992547409.93', 'fr'))).toBe('90 071 992 547 409,93 €');
    expect(minorToDecimal(9007199254740993n)).toBe('90071992547409.93');
    expect(minorToDecimal(-5)).toBe('-0.05');
  });
  it('puts no line break before the currency sign', () => {
    expect(formatMoney('89.00', 'fr')).not.toContain(' ');
    expect(formatPercent('5.5', 'fr')).toBe('5,5\u00a0%');
    expect(formatPercent('5.5', 'en')).toBe('5.5%');
  });
});

describe('dates', () => {
  it('keeps a local date on the same day', () => {
    expect(formatDate('2026-12-12', 'fr')).toBe('12/12/2026');
    expect(plain(formatDate('2026-12-12', 'fr', 'medium'))).toBe('sam. 12 déc. 2026');
    expect(formatDate('2026-12-12', 'en', 'long')).toBe('Saturday 12 December 2026');
  });
  it('shows an instant in the given time zone', () => {
    expect(formatDate('2026-12-12T19:30:00Z', 'fr', 'short-time', 'Europe/Paris')).toBe('sam. 12 déc. 20:30');
  });
  it('names today and yesterday in timelines', () => {
    const now = new Date(2026, 10, 21, 18, 0);
    expect(formatMoment(new Date(2026, 10, 20, 16, 2), 'fr', now)).toBe('hier 16:02');
    expect(formatMoment(new Date(2026, 10, 18, 16, 2), 'fr', now)).toBe('18 nov.');
    expect(formatMoment(new Date(2025, 10, 18), 'en', now)).toBe('18 Nov 2025');
  });
  it('formats a countdown', () => {
    expect(formatDuration(702)).toBe('11:42');
    expect(formatDuration(-3)).toBe('0:00');
    expect(formatDuration(3_725)).toBe('1:02:05');
  });
});

it('formats a duration in minutes', () => {
  expect([90, 45, 120, 65, 0, -90].map((minutes) => plain(formatMinutes(minutes)))).toEqual([
    '1 h 30',
    '45 min',
    '2 h',
    '1 h 05',
    '0 min',
    '-1 h 30',
  ]);
});

it('formats a file size', () => {
  expect([0, 999, 1_258_291, 20_000_000, 3_400_000_000].map((bytes) => plain(formatSize(bytes)))).toEqual([
    '0 o',
    '999 o',
    '1,3 Mo',
    '20 Mo',
    '3,4 Go',
  ]);
  expect(plain(formatSize(1_258_291, 'en'))).toBe('1.3 MB');
});

it('puts non-breaking spaces before French punctuation', () => {
  expect(frenchSpaces('« Prêt ? » : 5 %')).toBe('«\u00a0Prêt\u00a0?\u00a0»\u00a0: 5\u00a0%');
});

it('shortens names and joins classes', () => {
  expect(initials('Helena Brasseur')).toBe('HB');
  expect(initials('théâtre')).toBe('TH');
  expect(classes('a', false, 'b', undefined)).toBe('a b');
});

it('groups French phone numbers by pairs, and leaves others unchanged', () => {
  expect(plain(formatPhone('+33612440819'))).toBe('06 12 44 08 19');
  expect(plain(formatPhone('01.64.10.08.19'))).toBe('01 64 10 08 19');
  expect(formatPhone('+44 20 7946 0958')).toBe('+44 20 7946 0958');
  expect(formatPhone('poste 12')).toBe('poste 12');
});
