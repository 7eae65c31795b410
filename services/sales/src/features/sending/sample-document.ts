import type { TemplateLocale } from '@coulisse/template-server';
import { documentData } from './document-data.domain';
import type { DocumentData } from './document-keywords';

const LINE = { kind: 'line', description: null, discount: null, option: null, unit: null };

/** An invented document, for the preview of templates. */
export function sampleDocument(locale: TemplateLocale): DocumentData {
  const label = locale === 'fr' ? 'Cession du spectacle' : 'Performance';
  const option = locale === 'fr' ? 'Captation vidéo' : 'Video recording';
  return documentData(
    {
      ...{ code: 'DE-2026-00001', title: locale === 'fr' ? 'Soirée des partenaires' : 'Partners’ evening' },
      ...{
        header: null,
        footer: null,
        issuedOn: '2026-11-23',
        validUntil: '2026-12-23',
        dueOn: '2026-12-23',
      },
      ...{ depositPercent: '30', totalHT: '2450.00', totalVAT: '134.75', totalTTC: '2584.75' },
      vatTable: [
        { rate: '5.5', exemption: null, lines: '2450.00', discount: '0.00', base: '2450.00', vat: '134.75' },
      ],
      deposits: [],
      groups: [
        { id: 'g', label: locale === 'fr' ? 'Spectacle' : 'Show', description: null, totalHT: '2450.00' },
      ],
      items: [
        {
          ...{ ...LINE, label, quantity: '1', unitPrice: '2450', vatRate: '5.5', group: 'g' },
          ...{ totalHT: '2450.00', totalTTC: '2584.75' },
        },
        {
          ...{ ...LINE, label: option, quantity: '1', unitPrice: '450', vatRate: '20', group: 'g' },
          ...{ option: 'proposed', totalHT: '450.00', totalTTC: '540.00' },
        },
      ],
    },
    {
      seller: {
        ...{
          name: 'Théâtre Lumière',
          legalForm: 'SARL',
          capital: '8000.00',
          addressLine1: '1 place Bellecour',
        },
        ...{
          addressLine2: null,
          zipCode: '69002',
          city: 'Lyon',
          siren: '404833048',
          vatNumber: 'FR83404833048',
        },
        ...{ email: 'contact@lumiere.test', iban: 'FR1420041010050500013M02606', vatOnDebits: false },
      },
      buyer: {
        ...{ name: 'Maison Bayard', kind: 'society', siren: '552008443', vatNumber: 'FR19552008443' },
        ...{ email: 'compta@bayard.test', language: locale, addressLines: ['12 rue de la République'] },
        ...{ zipCode: '69001', city: 'Lyon', country: 'FR' },
      },
      units: new Map(),
    },
  );
}
