/** Accounts of the French chart of accounts that the default rates and products refer to. */
export const DEFAULT_ACCOUNTS = [
  { code: '411', name: 'Clients' },
  { code: '4191', name: 'Clients, avances et acomptes reçus' },
  { code: '44571', name: 'TVA collectée' },
  { code: '706', name: 'Prestations de services' },
  { code: '707', name: 'Ventes de marchandises' },
  { code: '708', name: 'Produits des activités annexes' },
] as const;
/** Account of the tax that default rates refer to. */
export const VAT_ACCOUNT = '44571';

/** Rates of mainland France; 2.1 % is that of the first 140 performances of a new show. */
export const DEFAULT_RATES = [
  { name: 'TVA 20 %', rate: '20' },
  { name: 'TVA 10 %', rate: '10' },
  { name: 'TVA 5,5 %', rate: '5.5' },
  { name: 'TVA 2,1 %', rate: '2.1' },
] as const;
export const DEFAULT_EXEMPTION = {
  name: 'Exonéré (art. 293 B)',
  rate: '0',
  type: 'EXEMPT',
  exemption: 'TVA non applicable, art. 293 B du CGI',
} as const;

export const DEFAULT_UNITS = [
  { name: 'Unité', symbol: 'u' },
  { name: 'Heure', symbol: 'h' },
  { name: 'Jour', symbol: 'j' },
  { name: 'Forfait', symbol: 'forfait' },
] as const;

/** Terms that the law wants on bills to companies; a tenant changes the rate. */
export const DEFAULT_LATE_PENALTY =
  'En cas de retard de paiement : pénalités au taux de trois fois l’intérêt légal et indemnité forfaitaire de recouvrement ' +
  'de 40 € (art. L441-10 du code de commerce). Pas d’escompte pour paiement anticipé.';
