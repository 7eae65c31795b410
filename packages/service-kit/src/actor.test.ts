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
])('%s covers %s: %s', (held, right, answer) =>
  expect(may(holding('other.right', held), right)).toBe(answer),
);

it('grants every right to the system actor and none to a visitor', () => {
  expect(may(systemActor(null, 'job'), 'any.thing')).toBe(true);
  expect(may(publicActor('t', 'fr'), 'any.thing')).toBe(false);
});
