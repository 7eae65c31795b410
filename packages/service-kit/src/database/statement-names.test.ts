import { StatementNames } from './statement-names';

it('names a text from its third use on, always alike', () => {
  const names = new StatementNames();
  expect([names.nameOf('SELECT $1'), names.nameOf('SELECT $1')]).toEqual([undefined, undefined]);
  const name = names.nameOf('SELECT $1');
  expect(name).toMatch(/^auto_[0-9a-f]{24}$/);
  expect(names.nameOf('SELECT $1')).toBe(name);
  const others = new StatementNames();
  for (let use = 0; use < 2; use += 1) others.nameOf('SELECT $1');
  expect(others.nameOf('SELECT $1')).toBe(name);
});

it('names nothing beyond its limit, and keeps the names that it gave', () => {
  const names = new StatementNames(1);
  for (let use = 0; use < 3; use += 1) names.nameOf('first');
  for (let use = 0; use < 9; use += 1) expect(names.nameOf('second')).toBeUndefined();
  expect(names.nameOf('first')).toBeDefined();
});

it('texts that are built for one request never get a name, however many there are', () => {
  const names = new StatementNames(5);
  for (let text = 0; text < 10_000; text += 1) expect(names.nameOf(`SELECT ${String(text)}`)).toBeUndefined();
  for (let use = 0; use < 2; use += 1) names.nameOf('SELECT $1');
  expect(names.nameOf('SELECT $1')).toBeDefined();
});
