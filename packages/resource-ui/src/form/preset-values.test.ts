import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { backAddress, presetValuesIn } from './preset-values';

jest.mock('@coulisse/resource-fields', () => ({}));

const label = { fr: 'x', en: 'x' };
const descriptor = {
  fields: [
    { name: 'tiers', type: 'ref', required: true, label },
    { name: 'total', type: 'money', required: false, readonly: true, label },
  ],
} as unknown as ResourceDescriptor;

it('reads the values of writable fields from a link, and nothing else', () => {
  const params = new URLSearchParams('set.tiers=42&set.total=9&set.unknown=1&tiers=7&set.=3');
  expect(presetValuesIn(descriptor, params)).toEqual({ tiers: '42' });
});

it('accepts only a back path inside the portal', () => {
  const back = (value: string) => backAddress(new URLSearchParams({ back: value }));
  expect(back('/crm/tiers/1?q=a')).toBe('/crm/tiers/1?q=a');
  expect(back('//elsewhere.example')).toBeNull();
  expect(back('/\\elsewhere.example')).toBeNull();
  expect(back('https://elsewhere.example')).toBeNull();
  expect(backAddress(new URLSearchParams())).toBeNull();
});
