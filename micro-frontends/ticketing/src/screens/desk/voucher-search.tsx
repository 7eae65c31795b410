import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '@coulisse/mfe-kit';
import { Button, Dialog, formatDate, formatMoney, Input, Notice, toLanguage } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import { DESK_VOUCHERS, GIFT_VOUCHERS, vouchersByEntityPath } from '../../api-paths';
import type { Page } from '../../api-types';
import type { DeskVoucher } from './desk-money';

interface VoucherRow {
  id: string;
  code: string;
  customerName: string;
  beneficiaryName: string | null;
  balance: string;
  validityDate: string | null;
}
export interface VoucherSearchProps {
  /** Their vouchers are offered before anything is typed. */
  customerId: string | null;
  onClose: () => void;
  onChosen: (voucher: DeskVoucher) => void;
}

const hasBalance = ({ balance }: VoucherRow): boolean => Number(balance) > 0;

/** Searches gift vouchers by their code, their buyer or who they are for. */
export const VoucherSearch = ({ customerId, onClose, onChosen }: VoucherSearchProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const problemText = useProblemText();
  const [search, setSearch] = useState('');
  const searched = search.trim();
  const found = useQuery({
    queryKey: ['desk-vouchers', searched],
    queryFn:
      searched.length >= 2
        ? () =>
            api.get<Page<VoucherRow>>(
              `${GIFT_VOUCHERS}?${new URLSearchParams({ q: searched, 'f.state.eq': 'VALIDATED', size: '8' })}`,
            )
        : skipToken,
  });
  const own = useQuery({
    queryKey: ['vouchers-of-customer', customerId],
    queryFn: customerId
      ? () => api.get<{ items: VoucherRow[] }>(vouchersByEntityPath('crm.tiers', customerId, 'VALIDATED'))
      : skipToken,
  });
  const isTyped = searched.length >= 2;
  const rows = (isTyped ? found.data?.items : own.data?.items.filter(hasBalance)) ?? [];
  // The service says whether it can be used today, and for which formulas.
  const choose = useMutation({
    mutationFn: (code: string) => api.get<DeskVoucher>(`${DESK_VOUCHERS}?${new URLSearchParams({ code })}`),
    onSuccess: onChosen,
  });
  const failure = choose.error ?? (isTyped ? found.error : own.error);
  return (
    <Dialog
      title={t('desk.voucher.search')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('desk.voucher.close')}</Button>}
    >
      <form
        className="t-desk-find"
        onSubmit={(event) => {
          event.preventDefault();
          if (searched !== '') choose.mutate(rows.length === 1 ? rows[0]!.code : searched);
        }}
      >
        <Input
          type="search"
          autoFocus
          aria-label={t('desk.voucher.field')}
          placeholder={t('desk.voucher.field')}
          value={search}
          maxLength={60}
          data-testid="desk-voucher-search"
          onChange={({ target }) => setSearch(target.value)}
        />
      </form>
      {failure && <Notice tone="bad">{problemText(failure)}</Notice>}
      {(isTyped ? found.data : rows.length > 0) && (
        <ul
          className="t-desk-found"
          role="list"
          aria-label={t(isTyped ? 'desk.voucher.search' : 'desk.voucher.of-customer')}
        >
          {rows.map((row) => (
            <li key={row.id}>
              <button type="button" data-testid="desk-voucher-found" onClick={() => choose.mutate(row.code)}>
                <span className="t-two">
                  {row.code} · {row.beneficiaryName ?? row.customerName}
                  <small className="c-faint">
                    {[
                      t('desk.voucher.balance', { amount: formatMoney(row.balance, language) }),
                      row.validityDate &&
                        t('desk.voucher.until', { date: formatDate(row.validityDate, language, 'medium') }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
              </button>
            </li>
          ))}
          {rows.length === 0 && <li className="c-soft">{t('desk.voucher.none')}</li>}
        </ul>
      )}
    </Dialog>
  );
};
