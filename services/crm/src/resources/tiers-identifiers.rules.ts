import { blocked, type Rule } from '@coulisse/resource';

interface Numbers {
  siren: string | null;
  siret: string | null;
  intracommunityVatNumber: string | null;
}

/** Monaco has French VAT numbers, which hold no SIREN: three zeros stand behind the key. */
const holdsSiren = (vat: string) => vat.startsWith('FR') && !vat.startsWith('000', 4);

/** SIREN, SIRET and French VAT number must belong to one company: the other two contain its SIREN. */
export const identifierRules: Rule<Numbers>[] = [
  ({ siren, siret }) =>
    siren !== null &&
    siret !== null &&
    !siret.startsWith(siren) &&
    blocked('tiers.another-company', { siren }, '/siret'),
  ({ siren, intracommunityVatNumber: vat }) =>
    siren !== null &&
    vat !== null &&
    holdsSiren(vat) &&
    !vat.endsWith(siren) &&
    blocked('tiers.another-company', { siren }, '/intracommunityVatNumber'),
];
