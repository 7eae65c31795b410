import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type RecordPartProps, useMayCreate, useResources, useResourceScreens } from '@coulisse/mfe-kit';
import { Button } from '@coulisse/ui-kit';

const ISSUED = new Set(['POSTED', 'SENDED', 'PARTIALLY_PAID', 'PAID']);

interface NewRecordProps {
  resource: string;
  label: string;
  /** Values of the new record, by field. */
  set: Readonly<Record<string, string>>;
  /** Why there is nothing to make of it. */
  disabledBecause?: string | undefined;
}

/** A button to the form of a record that follows from this one. */
const NewRecord = ({ resource, label, set, disabledBecause }: NewRecordProps) => {
  const { t } = useTranslation('sales');
  const navigate = useNavigate();
  const mayCreate = useMayCreate();
  const target = useResources().find(({ name }) => name === resource) ?? null;
  const screens = useResourceScreens(target);
  if (!target || !screens || !mayCreate(target, screens)) return null;
  const params = new URLSearchParams(Object.entries(set).map(([field, value]) => [`set.${field}`, value]));
  return (
    <Button disabledBecause={disabledBecause} onClick={() => void navigate(`${screens.add}?${params}`)}>
      {t(label)}
    </Button>
  );
};

const idOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : String(value ?? '');

/** What may follow an issued bill: its payment, and a credit note. */
export const BillActions = ({ record }: RecordPartProps) => {
  const { t } = useTranslation('sales');
  if (!ISSUED.has(String(record['state']))) return null;
  const left = String(record['amountLeft'] ?? '');
  return (
    <>
      <NewRecord resource="sales.avoir" label="bill.credit" set={{ bill: record.id }} />
      <NewRecord
        resource="payments.manual-payment"
        label="bill.pay"
        set={{ tiers: idOf(record['tiers']), amount: left }}
        disabledBecause={Number(left) > 0 ? undefined : t('bill.nothing-open')}
      />
    </>
  );
};
