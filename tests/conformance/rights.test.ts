import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE_ROLES, isRight, type BaseRole } from '@coulisse/contracts';
import { defaultGrants, featuresOf, rightsOf } from '@coulisse/resource';
import { declaredResources } from './declared-resources';
import { declaredGrants, declaredRights, routeRights } from './parts-of-services';

const OPERATIONS = ['import', 'export'];
const ending = (right: string) => right.split('.').at(-1) ?? '';

/** Role × right, listed again: a change of the default grants must be deliberate. `-` is no right. */
const TABLE: [right: string, superAdministrator: string, administrator: string, user: string][] = [
  ['identity.saas-customer.read', 'all', '-', '-'],
  ['identity.saas-customer.create', 'all', '-', '-'],
  ['identity.saas-customer.export', 'all', '-', '-'],
  ['identity.user.create', '-', 'all', '-'],
  ['identity.user.read', '-', 'all', '-'],
  ['identity.role.update', '-', 'all', '-'],
  ['core.failed-delivery.update', 'all', 'all', '-'],
  ['core.operations.read', 'all', '-', '-'],
  ['crm.tiers.read', '-', 'all', 'all'],
  ['crm.tiers.update', '-', 'all', 'all'],
  ['crm.tiers.delete', '-', 'all', '-'],
  ['crm.tiers.merge', '-', 'all', '-'],
  ['crm.contact.update', '-', 'all', 'all'],
  ['crm.note.create', '-', 'all', 'all'],
  ['crm.note.delete', '-', 'all', 'own'],
  ['crm.civility.read', '-', 'all', 'all'],
  ['crm.loyalty-label.update', '-', 'all', '-'],
  ['ticketing.show.read', '-', 'all', 'all'],
  ['ticketing.show.update', '-', 'all', '-'],
  ['ticketing.performance.create', '-', 'all', '-'],
  ['ticketing.reservation.read', '-', 'all', 'all'],
  ['ticketing.reservation.cancel', '-', 'all', '-'],
  ['ticketing.reservation.import', '-', '-', '-'],
  ['ticketing.reservation.export', '-', 'all', '-'],
  ['ticketing.reception.read', '-', 'all', 'all'],
  ['ticketing.reception.update', '-', 'all', 'all'],
  ['ticketing.reception.correct', '-', 'all', '-'],
  ['ticketing.template.read', '-', 'all', '-'],
  ['ticketing.template.update', '-', 'all', '-'],
  ['payments.payment.read', '-', 'all', 'all'],
  ['payments.payment.refund', '-', 'all', '-'],
  ['documents.document.read', '-', 'all', 'all'],
];

describe('default grants', () => {
  test.each(TABLE)('%s', (right, ...scopes) => {
    const grants = declaredGrants();
    const scopeOf = (role: BaseRole) =>
      grants.find((grant) => grant.role === role && grant.right === right)?.scope ?? '-';
    expect(BASE_ROLES.map(scopeOf)).toEqual(scopes);
  });

  test('every right that a route requires is granted to some role', () => {
    const granted = new Set(declaredGrants().map(({ right }) => right));
    const required = routeRights();
    expect(required.length).toBeGreaterThan(100);
    expect(required.filter((right) => !granted.has(right))).toEqual([]);
  });

  test('an administrator has every right of the lists of a tenant, the desk neither import nor export', async () => {
    const own = (await declaredResources()).filter(
      ({ rights, variantOf }) => rights !== 'identity.saas-customer' && !variantOf,
    );
    expect(own.length).toBeGreaterThan(20);
    const rightsOfRole = (role: BaseRole) =>
      new Set(
        own.flatMap((resource) =>
          defaultGrants(resource)
            .filter((grant) => grant.role === role)
            .map(({ right }) => right),
        ),
      );
    const administrator = rightsOfRole('ADMINISTRATOR');
    expect(own.flatMap(rightsOf).filter((right) => !administrator.has(right))).toEqual([]);
    expect([...rightsOfRole('USER')].filter((right) => OPERATIONS.includes(ending(right)))).toEqual([]);
    expect(own.some((resource) => featuresOf(resource).importable)).toBe(true);
  });

  test('the platform’s own staff have no right on the business data of tenants', () => {
    const platform = declaredGrants().filter(({ role }) => role === 'SUPER_ADMINISTRATOR');
    const own = /^(?:identity\.saas-customer|core\.failed-delivery|core\.operations)\./;
    expect(platform.map(({ right }) => right).filter((right) => !own.test(right))).toEqual([]);
    expect(platform.length).toBeGreaterThan(4);
  });
});

const adminTexts = (language: 'fr' | 'en') =>
  JSON.parse(
    readFileSync(join(__dirname, '..', '..', `micro-frontends/admin/src/locales/${language}.json`), 'utf8'),
  ) as Record<string, string>;

describe('rights in words', () => {
  const rights = declaredRights();

  test('every right that a role of a tenant has by default can be granted, with that scope', () => {
    const declared = new Map(rights.map(({ right, scopes }) => [right, scopes]));
    const grants = declaredGrants().filter(({ role }) => role !== 'SUPER_ADMINISTRATOR');
    expect(grants.length).toBeGreaterThan(200);
    expect(grants.filter(({ right, scope }) => !declared.get(right)?.includes(scope))).toEqual([]);
  });

  test('no right of the platform can be granted by a tenant', () =>
    expect(
      rights.filter(({ right }) => /^(?:identity\.saas-customer|core\.operations)\./.test(right)),
    ).toEqual([]));

  test('no text is the code of a right or of a text', () => {
    const texts = rights.flatMap(({ subject, label }) => [subject, ...(label ? [label] : [])]);
    const coded = texts
      .flatMap(({ fr, en }) => [fr, en])
      .filter((text) => isRight(text) || /\w\.\w/.test(text));
    expect(coded).toEqual([]);
  });

  test('each says something else, within its subject', () => {
    const rightsByWords = new Map<string, string>();
    for (const { right, subject, label } of rights) {
      const words = `${subject.fr}: ${label?.fr ?? right.split('.').at(-1) ?? ''}`;
      expect([words, rightsByWords.get(words) ?? right]).toEqual([words, right]);
      rightsByWords.set(words, right);
    }
  });

  test('the page of rights has a text for each domain', () => {
    const domains = [...new Set(rights.map(({ right }) => `rights.domain.${right.split('.')[0] ?? ''}`))];
    for (const texts of [adminTexts('fr'), adminTexts('en')])
      expect(domains.filter((key) => !texts[key])).toEqual([]);
  });
});
