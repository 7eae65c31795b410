import { may, publicActor, systemActor } from './actor';

const holding = (...rights: string[]) => ({ ...publicActor(null, 'fr'), rights });

it.each([
  ['crm.tiers.read', 'crm.tiers.read', true],
  ['crm.tiers.*', 'crm.tiers.read', true],
  ['crm.*', 'crm.tiers.read', true],
  ['*', 'crm.tiers.read', true],
  ['crm.tiers.read', 'crm.tiers.update', false],
  ['crm.*', 'crmx.tiers.read', false],
  ['crm.tiers', 'crm.tiers.read', false],
  ['crm.tiers.*', 'crm.tiers', false],
])('%s covers %s: %s', (held, asked, answer) =>
  expect(may(holding('other.right', held), asked)).toBe(answer),
);

it('gives the system everything and a visitor nothing', () => {
  expect(may(systemActor(null, 'job'), 'any.thing')).toBe(true);
  expect(may(publicActor('t', 'fr'), 'any.thing')).toBe(false);
});
