import type { ResourceDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import { formatMoney, type Language } from '@coulisse/ui-kit';

const labelOf = (value: unknown): string | undefined =>
  (value as { label?: string | null } | null | undefined)?.label ?? undefined;

/** « Carte · 267,00 € · R-7K3M-9QX4 »: what was paid, and for which reservation or gift voucher. */
export function paymentTitle(
  record: ResourceRow,
  language: Language,
  descriptor: ResourceDescriptor,
): string {
  const method = descriptor.fields.find(({ name }) => name === 'method')?.enumLabels?.[
    String(record['method'])
  ];
  const amount = record['totals'] ? formatMoney(String(record['totals']), language) : '';
  const subject = labelOf(record['reservation']) ?? labelOf(record['giftVoucher']) ?? record['reference'];
  return [method?.[language], amount, subject].filter(Boolean).join(' · ');
}
