import { blockersOf, missingLocaleKeys } from '@coulisse/resource';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import { tiers } from '.';

describe('crm.tiers', () => {
  it('has all its texts', () => expect(missingLocaleKeys(tiers, fr, en)).toEqual([]));

  const society = {
    kind: 'society',
    name: 'Alvéo',
    lastName: null,
    siren: null,
    siret: null,
    subscriptionStart: null,
    subscriptionEnd: null,
    addresses: [],
  };
  const person = { ...society, kind: 'particular', name: null, lastName: 'Pons' };
  const main = { mainBilling: true, mainDelivery: false };

  it.each([
    ['a society', society, []],
    ['a person', person, []],
    ['a society without a name', { ...society, name: null }, ['/name validation.not-blank']],
    ['a supplier without a name', { ...society, kind: 'supplier', name: '' }, ['/name validation.not-blank']],
    ['a person without a last name', { ...person, lastName: null }, ['/lastName validation.not-blank']],
    ['numbers with spaces', { ...society, siren: '732 829 320', siret: '732 829 320 00074' }, []],
    ['a short SIREN', { ...society, siren: '73282932' }, ['/siren validation.format']],
    ['a SIRET with letters', { ...society, siret: '7328293200007A' }, ['/siret validation.format']],
    [
      'a subscription that ends before it starts',
      { ...society, subscriptionStart: '2026-02-01', subscriptionEnd: '2026-01-01' },
      ['/subscriptionEnd validation.value-min'],
    ],
    ['two main billing addresses', { ...society, addresses: [main, main] }, ['/addresses validation.unique']],
    ['one main billing address', { ...society, addresses: [main] }, []],
  ])('%s: %j', (_name, record, expected) => {
    const codes = blockersOf(tiers.rules, record as never).map(({ pointer, code }) => `${pointer} ${code}`);
    expect(codes).toEqual(expected);
  });

  it('tells its label to the others while it exists', () => {
    const record = { id: 't', version: 2, name: 'Alvéo' } as never;
    expect(tiers.emits?.(record, 'update')).toMatchObject({
      event: { value: { tiersId: 't', version: 2, label: 'Alvéo' } },
    });
    expect(tiers.emits?.(record, 'delete')).toBeNull();
  });
});
