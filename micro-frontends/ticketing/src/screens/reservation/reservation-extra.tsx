import { useQuery } from '@tanstack/react-query';
import { Check, Download, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useApi } from '@coulisse/mfe-kit';
import { Button, Card, formatDate, formatMoney, formatPercent, toLanguage, useToast } from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-fields';
import { documentContentPath } from '../../api-paths';
import { InstalmentsCard } from './instalments-card';
import { NotesCard } from './notes-card';
import {
  awaitsTickets,
  isEnd,
  type ReservationDetails,
  shownProgress,
  whileNewerLoads,
} from './reservation-details';
import { ReservationOptions } from './reservation-options';
import { ReservationPayments } from './reservation-payments';

/** How often a page that is open asks for the tickets of its sale; a minute in all. */
const ASKED_EVERY_MS = 2_000;
const ASKED_AT_MOST = 30;

/** Items of a reservation, VAT, payments and steps of the sale. */
export const ReservationExtra = (props: RecordPartProps) => {
  const { record, descriptor } = props;
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const api = useApi();
  const toast = useToast();
  const details = useQuery({
    queryKey: ['reservation', record.id, record.version],
    queryFn: () => api.get<ReservationDetails>(`${descriptor.path}/${record.id}/informations`),
    placeholderData: whileNewerLoads(record.id),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && awaitsTickets(data) && dataUpdateCount < ASKED_AT_MOST && ASKED_EVERY_MS,
  });
  if (details.isError) return <Failure failure={details.error} onRetry={() => void details.refetch()} />;
  if (!details.data) return null;
  const { items, options, vat, payments, documentId, instalments, payableUntil } = details.data;
  const open = async (id: string) => {
    try {
      const file = await api.raw('GET', documentContentPath(id));
      window.open(URL.createObjectURL(await file.blob()), '_blank', 'noopener');
    } catch (error) {
      toast.bad(error instanceof Error ? error.message : t('reservation.pdf.failed'));
    }
  };
  const { telephone } = (record['customerFields'] ?? {}) as { telephone?: string };
  const progress = shownProgress({
    ...details.data,
    state: String(record['state']),
    hasEmail: Boolean(record['customerEmail']),
    hasTelephone: Boolean(telephone),
  });
  return (
    <>
      <Card>
        <section>
          <h2>
            {t('reservation.items')}
            {documentId && (
              <span className="c-push">
                <Button
                  size="small"
                  icon={<Download className="c-icon" aria-hidden />}
                  onClick={() => void open(documentId)}
                >
                  {t('reservation.pdf')}
                </Button>
              </span>
            )}
          </h2>
          <table className="t-table">
            <thead>
              <tr>
                <th scope="col">{t('reservation.seat')}</th>
                <th scope="col" className="t-wide-only">
                  {t('reservation.formula')}
                </th>
                <th scope="col">{t('reservation.ticket')}</th>
                <th scope="col" className="c-num">
                  {t('reservation.price')}
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.id}>
                  <td>
                    <span className="t-two">
                      {item.seatLabel}
                      <small className="c-faint">
                        {item.category}
                        {item.isDriver && <span className="t-phone-only"> · {item.formula}</span>}
                      </small>
                    </span>
                  </td>
                  <td className="t-wide-only">{item.formula}</td>
                  <td>
                    {item.ticketState === 'CANCELED' ? (
                      <s title={t('reservation.ticket.void')}>{item.ticketCode}</s>
                    ) : (
                      (item.ticketCode ?? '–')
                    )}
                  </td>
                  <td className="c-num">{formatMoney(item.price, language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {options.length > 0 && <ReservationOptions options={options} />}
          <dl className="t-totals">
            {vat.map((line) => (
              <div key={line.rate}>
                <dt className="c-soft">
                  {t('reservation.vat', {
                    rate: formatPercent(line.rate, language),
                    base: formatMoney(line.base, language),
                  })}
                </dt>
                <dd className="c-num">{formatMoney(line.tax, language)}</dd>
              </div>
            ))}
            <div>
              <dt>{t('reservation.total')}</dt>
              <dd className="c-num">{formatMoney(String(record.totalTTC ?? '0'), language)}</dd>
            </div>
          </dl>
        </section>
      </Card>
      <NotesCard {...props} />
      {payableUntil && <InstalmentsCard {...props} instalments={instalments} payableUntil={payableUntil} />}
      <ReservationPayments payments={payments} />
      <Card>
        <section>
          <h2>{t('reservation.process')}</h2>
          <ol className="t-steps" role="list">
            {progress.map(({ step, at, isDone }) => (
              <li key={step} data-done={isDone || undefined} data-over={isEnd(step) || undefined}>
                <i aria-hidden>
                  {isDone && (isEnd(step) ? <X className="c-icon" /> : <Check className="c-icon" />)}
                </i>
                <span>{t(`reservation.step.${step}`)}</span>
                <small className="c-faint">
                  {at && formatDate(at, language, 'short-time')}
                  {!isDone && t('reservation.step.waiting')}
                </small>
              </li>
            ))}
          </ol>
        </section>
      </Card>
    </>
  );
};
