import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { backAddress, givenIn } from './given-values';

jest.mock('../title', () => ({}));

const label = { fr: 'x', en: 'x' };
const descriptor = {
  fields: [
    { name: 'tiers', type: 'ref', required: true, label },
    { name: 'total', type: 'money', required: false, readonly: true, label },
  ],
} as unknown as ResourceDescriptor;

it('takes what a link gives for fields that can be written, and nothing else', () => {
  const params = new URLSearchParams('set.tiers=42&set.total=9&set.unknown=1&tiers=7&set.=3');
  expect(givenIn(descriptor, params)).toEqual({ tiers: '42' });
});

it('goes back only to an address of this portal', () => {
  const back = (value: string) => backAddress(new URLSearchParams({ back: value }));
  expect(back('/crm/tiers/1?q=a')).toBe('/crm/tiers/1?q=a');
  expect(back('//elsewhere.example')).toBeNull();
  expect(back('/\\elsewhere.example')).toBeNull();
  expect(back('https://elsewhere.example')).toBeNull();
  expect(backAddress(new URLSearchParams())).toBeNull();
});
