import { ROLES, roleCovers, roleRights, type Role } from './role-rights';

/** Role × right, listed again: a change of the matrix must be deliberate. */
const table: [right: string, roles: Role[]][] = [
  ['identity.saas-customer.read', ['SUPER_ADMINISTRATOR']],
  ['identity.saas-customer.create', ['SUPER_ADMINISTRATOR']],
  ['identity.user.create', ['ADMINISTRATOR']],
  ['identity.user.read', ['ADMINISTRATOR']],
  ['crm.tiers.read', ['ADMINISTRATOR', 'USER']],
  ['crm.tiers.update', ['ADMINISTRATOR', 'USER']],
  ['crm.tiers.delete', ['ADMINISTRATOR']],
  ['crm.tiers.merge', ['ADMINISTRATOR']],
  ['crm.contact.update', ['ADMINISTRATOR', 'USER']],
  ['crm.note.create', ['ADMINISTRATOR', 'USER']],
  ['crm.note.delete', ['ADMINISTRATOR', 'USER']],
  ['crm.note.delete-any', ['ADMINISTRATOR']],
  ['crm.civility.read', ['ADMINISTRATOR', 'USER']],
  ['crm.loyalty-label.update', ['ADMINISTRATOR']],
  ['ticketing.show.read', ['ADMINISTRATOR', 'USER']],
  ['ticketing.show.update', ['ADMINISTRATOR']],
  ['ticketing.performance.create', ['ADMINISTRATOR']],
  ['ticketing.reservation.read', ['ADMINISTRATOR', 'USER']],
  ['ticketing.reservation.cancel', ['ADMINISTRATOR']],
  ['ticketing.reception.read', ['ADMINISTRATOR', 'USER']],
  ['ticketing.reception.update', ['ADMINISTRATOR', 'USER']],
  ['payments.payment.read', ['ADMINISTRATOR', 'USER']],
  ['payments.payment.refund', ['ADMINISTRATOR']],
  ['documents.document.read', ['ADMINISTRATOR', 'USER']],
  ['sales.bill.read', []],
  ['crm.tiers.export', ['ADMINISTRATOR']],
  ['crm.tiers.import', ['ADMINISTRATOR']],
  ['crm.contact.export', ['ADMINISTRATOR']],
  ['crm.contact.import', ['ADMINISTRATOR']],
  ['ticketing.reservation.export', ['ADMINISTRATOR']],
  ['ticketing.reservation.import', []],
  ['identity.saas-customer.export', ['SUPER_ADMINISTRATOR']],
];

describe('roleRights', () => {
  it.each(
    table.flatMap(([right, roles]) => ROLES.map((role) => ({ role, right, granted: roles.includes(role) }))),
  )('$role, $right: $granted', ({ role, right, granted }) => expect(roleCovers(role, right)).toBe(granted));

  it('grants the wildcard * to no role', () => {
    expect(Object.values(roleRights).flat()).not.toContain('*');
  });

  it('lists the rights of USER and SUPER_ADMINISTRATOR without wildcards', () => {
    const wildcards = (role: Role) => roleRights[role].filter((right) => right.includes('*'));
    expect(ROLES.filter((role) => wildcards(role).length > 0)).toEqual(['ADMINISTRATOR']);
    expect(wildcards('ADMINISTRATOR').every((right) => /^[a-z]+(\.[a-z]+)?\.\*$/.test(right))).toBe(true);
  });

  it('gives SUPER_ADMINISTRATOR no right on the business data of tenants', () => {
    const own = /^(?:identity\.saas-customer|core\.failed-delivery)\./;
    expect(roleRights.SUPER_ADMINISTRATOR.filter((right) => !own.test(right))).toEqual([]);
  });
});
