import { Banknote, ChevronRight, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type RecordPartProps, useMay } from '@coulisse/mfe-kit';
import { Card, formatMoney, formatNumber, useLanguage } from '@coulisse/ui-kit';
import { PAYMENTS_TO_REFUND, reservationsOf, statementPage } from '../../screen-paths';
import { usePerformanceFigures } from '../../use-figures';

/** What ends an evening: who came, what is still to collect, the till and the statement to keep. */
export const EveningCard = ({ record }: Pick<RecordPartProps, 'record'>) => {
  const { t } = useTranslation('ticketing');
  const may = useMay();
  const day = String(record['date']);
  return (
    <Card className="t-lines" data-testid="evening">
      <section>
        <h2>{t('evening.title')}</h2>
        <ul role="list">
          {may('ticketing.figures.read') && <Presence id={record.id} />}
          {may('ticketing.statement.read') && (
            <>
              <Line
                to={statementPage('TILL', day)}
                lead={<Banknote className="c-icon" aria-hidden />}
                note={t('evening.till.why')}
              >
                {t('evening.till')}
              </Line>
              <Line
                to={statementPage('TICKETING_SLIP', day)}
                lead={<FileText className="c-icon" aria-hidden />}
                note={t('evening.slip.why')}
              >
                {t('evening.slip')}
              </Line>
            </>
          )}
        </ul>
      </section>
    </Card>
  );
};

const Presence = ({ id }: { id: string }) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const may = useMay();
  const { data } = usePerformanceFigures(id);
  // It adds to the record; without it nothing is missing.
  if (!data) return null;
  const { sold, arrived, reserved, dueMinor, paymentsToRefund, toRefundMinor } = data;
  const number = (value: number) => formatNumber(value, language);
  const absent = Math.max(0, sold - arrived);
  return (
    <>
      <Line
        to={`/prestiscene/reception/${id}`}
        lead={<b>{number(arrived)}</b>}
        note={
          absent > 0
            ? t('evening.absent', { count: absent, number: number(absent) })
            : t('evening.all-arrived')
        }
      >
        {t('evening.arrived')}
      </Line>
      <Line
        to={reservationsOf(id, 'PRE_RESERVATION')}
        lead={<b data-urgent={dueMinor > 0 || undefined}>{formatMoney(dueMinor, language)}</b>}
        note={
          reserved > 0
            ? t('evening.due-of', { count: reserved, number: number(reserved) })
            : t('evening.nothing-due')
        }
      >
        {t('evening.due')}
      </Line>
      {toRefundMinor > 0 && (
        <Line
          to={may('payments.payment.read') ? PAYMENTS_TO_REFUND : reservationsOf(id)}
          lead={<b data-urgent>{formatMoney(toRefundMinor, language)}</b>}
          note={t('evening.refunds-of', { count: paymentsToRefund, number: number(paymentsToRefund) })}
        >
          {t('evening.refunds')}
        </Line>
      )}
    </>
  );
};

const Line = (props: { to: string; lead: ReactNode; note: string; children: string }) => (
  <li>
    <Link to={props.to}>
      <span>{props.lead}</span>
      <span>{props.children}</span>
      <small>{props.note}</small>
      <ChevronRight className="c-icon" aria-hidden />
    </Link>
  </li>
);
