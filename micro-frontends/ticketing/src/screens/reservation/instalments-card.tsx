import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useMay } from '@coulisse/mfe-kit';
import {
  Button,
  Card,
  formatDate,
  formatMoney,
  onDemand,
  Opening,
  StateChip,
  toLanguage,
} from '@coulisse/ui-kit';
import { type Instalment, moneyOf } from './reservation-details';

const InstalmentsDialog = onDemand(async () => (await import('./instalments-dialog')).InstalmentsDialog);

const TONES = { PAID: 'good', LATE: 'bad', NEXT: 'warn', LATER: 'neutral' } as const;

interface InstalmentsCardProps extends RecordPartProps {
  instalments: readonly Instalment[];
  /** Beginning of the performance. */
  payableUntil: string;
}

/** The agreed payments of a pre-reservation: what is paid, what is late, what comes next. */
export const InstalmentsCard = ({ instalments, payableUntil, ...props }: InstalmentsCardProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const money = (minor: number) => formatMoney(moneyOf(minor), language);
  const close = () => setOpen(false);
  return (
    <Card>
      <section data-testid="instalments">
        <h2>
          {t('instalments.title')}
          {may('ticketing.reservation.sell') && (
            <span className="c-push">
              <Button
                size="small"
                icon={<CalendarClock className="c-icon" aria-hidden />}
                data-testid="instalments-edit"
                onPointerEnter={InstalmentsDialog.preload}
                onClick={() => setOpen(true)}
              >
                {t(instalments.length > 0 ? 'instalments.edit' : 'instalments.add')}
              </Button>
            </span>
          )}
        </h2>
        {instalments.length === 0 && <p className="c-soft">{t('instalments.none')}</p>}
        {instalments.length > 0 && (
          <ul className="t-payments" role="list">
            {instalments.map((each) => (
              <li key={each.dueOn} data-testid="instalment" data-state={each.state}>
                <span className="t-two">
                  <span>
                    {each.label} · <span className="c-num">{money(each.amountMinor)}</span>
                  </span>
                  <small className="c-faint">
                    {t('instalments.due-on', { date: formatDate(each.dueOn, language, 'short') })}
                    {each.paidMinor > 0 &&
                      each.state !== 'PAID' &&
                      ` · ${t('instalments.paid-of-it', { amount: money(each.paidMinor) })}`}
                  </small>
                </span>
                <StateChip tone={TONES[each.state]}>{t(`instalments.state.${each.state}`)}</StateChip>
              </li>
            ))}
          </ul>
        )}
        {isOpen && (
          <Opening onClose={close}>
            <InstalmentsDialog
              {...props}
              instalments={instalments}
              payableUntil={payableUntil}
              onClose={close}
            />
          </Opening>
        )}
      </section>
    </Card>
  );
};
