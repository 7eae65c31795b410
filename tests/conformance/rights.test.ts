import { featuresOf } from '@coulisse/resource';
import { may } from '@coulisse/service-kit/actor';
import { ROLES, roleRights, type Role } from '../../services/identity/src/features/access/role-rights';
import { declaredResources } from './declared-resources';

const EXCHANGES = ['import', 'export'] as const;
const withoutWildcards = (role: Role) => ({
  rights: roleRights[role].filter((right) => !right.includes('*')),
});

describe('import and export', () => {
  test('no role has these rights by a wildcard', async () => {
    const all = await declaredResources();
    expect(all.length).toBeGreaterThan(20);
    const byWildcard = ROLES.flatMap((role) =>
      all.flatMap(({ rights }) =>
        EXCHANGES.map((exchange) => `${rights}.${exchange}`).filter(
          (right) => may({ rights: roleRights[role] }, right) && !may(withoutWildcards(role), right),
        ),
      ),
    );
    expect(byWildcard).toEqual([]);
  });

  test('a right that ends with import or export is never covered by a branch', () => {
    for (const held of ['crm.*', 'crm.tiers.*']) {
      expect(may({ rights: [held] }, 'crm.tiers.read')).toBe(true);
      for (const exchange of EXCHANGES) expect(may({ rights: [held] }, `crm.tiers.${exchange}`)).toBe(false);
    }
  });

  test('the desk has none, an administrator those of every list of a tenant', async () => {
    const own = (await declaredResources()).filter(({ rights }) => rights !== 'identity.saas-customer');
    const missing = own.flatMap((resource) => {
      const { exportable, importable } = featuresOf(resource);
      return [exportable && 'export', importable && 'import']
        .filter((exchange) => exchange !== false)
        .map((exchange) => `${resource.rights}.${exchange}`)
        .filter((right) => !may({ rights: roleRights.ADMINISTRATOR }, right));
    });
    expect(missing).toEqual([]);
    const desk = own.flatMap(({ rights }) => EXCHANGES.map((exchange) => `${rights}.${exchange}`));
    expect(desk.filter((right) => may({ rights: roleRights.USER }, right))).toEqual([]);
  });
});
