import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '@coulisse/mfe-kit';
import { Button, formatDate, formatMoney, onDemand, toLanguage } from '@coulisse/ui-kit';
import type { DeskVoucher } from './desk-money';
import type { VoucherSearchProps } from './voucher-search';

const VoucherSearch = onDemand<VoucherSearchProps>(
  async () => (await import('./voucher-search')).VoucherSearch,
);

export interface VoucherLineProps {
  customerId: string | null;
  voucher: DeskVoucher | null;
  /** What it pays of the sale. */
  voucherMinor: number;
  onChange: (voucher: DeskVoucher | null) => void;
  button: Ref<HTMLButtonElement>;
}

/** The gift voucher of a sale, beside the discount; it is searched for in a dialog. */
export const VoucherLine = ({ customerId, voucher, voucherMinor, onChange, button }: VoucherLineProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may('ticketing.gift-voucher.read')) return null;
  return (
    <>
      {voucher ? (
        <div className="t-desk-person" data-testid="desk-voucher">
          <span className="t-two">
            {voucher.code}
            <small className="c-faint">
              {[
                t('desk.voucher.balance', { amount: formatMoney(voucher.balanceMinor, language) }),
                voucher.validityDate &&
                  t('desk.voucher.until', { date: formatDate(voucher.validityDate, language, 'medium') }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </span>
          <span className="c-num c-push">−{formatMoney(voucherMinor, language)}</span>
          <Button kind="link" onClick={() => onChange(null)}>
            {t('desk.voucher.remove')}
          </Button>
        </div>
      ) : (
        <Button
          ref={button}
          size="small"
          aria-keyshortcuts="Alt+B"
          data-testid="desk-voucher-open"
          onClick={() => setOpen(true)}
        >
          {t('desk.voucher')} <kbd>Alt B</kbd>
        </Button>
      )}
      {isOpen && (
        <VoucherSearch
          customerId={customerId}
          onClose={() => setOpen(false)}
          onChosen={(chosen) => {
            onChange(chosen);
            setOpen(false);
          }}
        />
      )}
    </>
  );
};
