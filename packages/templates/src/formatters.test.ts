import { Formatters } from './formatters';

describe('formatters of a process', () => {
  it('are made once for each key', () => {
    const formatters = new Formatters<object>();
    const french = formatters.of('fr', () => ({}));
    const english = formatters.of('en', () => ({}));
    expect(english).not.toBe(french);
    expect(formatters.of('fr', () => ({}))).toBe(french);
  });

  it('drop the oldest one beyond their number', () => {
    const formatters = new Formatters<object>(2);
    const first = formatters.of('a', () => ({}));
    const second = formatters.of('b', () => ({}));
    formatters.of('c', () => ({}));
    expect(formatters.size).toBe(2);
    expect(formatters.of('b', () => ({}))).toBe(second);
    expect(formatters.of('a', () => ({}))).not.toBe(first);
  });

  it('are asked for again after a failure', () => {
    const formatters = new Formatters<Intl.NumberFormat>();
    const unknown = () => new Intl.NumberFormat('fr', { style: 'currency', currency: 'no currency' });
    expect(() => formatters.of('no currency', unknown)).toThrow(RangeError);
    expect(formatters.size).toBe(0);
    expect(() => formatters.of('no currency', unknown)).toThrow(RangeError);
  });
});
