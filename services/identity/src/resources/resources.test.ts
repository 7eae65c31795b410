import { blockersOf, missingLocaleKeys } from '@coulisse/resource';
import { entity, role, saasCustomer, user } from '.';

describe('resources of identity', () => {
  it.each([saasCustomer, role, user, entity])('$name has all its locale texts', (resource) => {
    expect(missingLocaleKeys(resource)).toEqual([]);
  });

  describe('saas-customer', () => {
    const record = {
      id: '0190b000-0000-7000-8000-00000000000a',
      version: 3,
      name: 'Le Cabaret Lumière',
      slug: 'lumiere',
      addressLines: ['12 rue des Lilas'],
      zipCode: '44000',
      city: 'Nantes',
      timeZone: 'Europe/Paris',
      contractStart: null,
      contractEnd: null,
      isArchived: false,
    };
    const codes = (changes: object) =>
      blockersOf(saasCustomer.rules, { ...record, ...changes } as never).map(
        ({ code, pointer }) => `${pointer} ${code}`,
      );

    it.each([
      [{}, []],
      [{ slug: 'le-cabaret-2' }, []],
      [{ timeZone: 'America/Martinique' }, []],
      [{ timeZone: 'Mars/Olympus' }, ['/timeZone validation.time-zone']],
      [{ timeZone: '+02:00' }, ['/timeZone validation.time-zone']],
      [{ timeZone: 'europe/paris' }, ['/timeZone validation.time-zone']],
      [{ slug: 'Lumière' }, ['/slug validation.format']],
      [{ slug: '-lumiere' }, ['/slug validation.format']],
      [{ addressLines: ['1', '2', '3', '4'] }, ['/addressLines validation.choice-count']],
      [{ contractStart: '2026-02-01', contractEnd: '2026-01-31' }, ['/contractEnd validation.value-min']],
      [{ contractStart: '2026-02-01', contractEnd: '2026-02-01' }, []],
    ])('%j: %j', (changes, expected) => expect(codes(changes)).toEqual(expected));

    it('publishes its public profile', () => {
      expect(saasCustomer.emits?.(record as never, 'update')).toEqual({
        topic: 'identity.tenant.v1',
        event: {
          $case: 'changed',
          value: {
            tenantId: record.id,
            version: 3,
            name: 'Le Cabaret Lumière',
            slug: 'lumiere',
            city: 'Nantes',
            address: '12 rue des Lilas, 44000 Nantes',
            archived: false,
          },
        },
      });
    });
  });

  describe('user', () => {
    it('publishes no event before its login exists', () => {
      expect(user.emits?.({ id: 'u', subject: null } as never, 'create')).toBeNull();
      expect(user.emits?.({ id: 'u', subject: 's' } as never, 'update')).toMatchObject({
        event: { $case: 'accessChanged', value: { userId: 'u', subject: 's' } },
      });
    });
    it('derives displayName from first and last name', () => {
      expect(
        user.derive['displayName']?.({ firstName: 'Ana', lastName: 'Lys' } as never, { zone: 'UTC' }),
      ).toBe('Ana Lys');
    });
    it('refuses an e-mail address with capitals', () => {
      expect(
        blockersOf(user.rules, { id: 'ana', manager: null, email: 'Ana@example.test' } as never),
      ).toHaveLength(1);
    });
  });
});
