import { Suspense, useState } from 'react';
import { LinesEditor } from '@coulisse/resource-ui';
import { formatMoney, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { type DocumentSampleName, findSampleProducts, sampleDocuments, sampleUnits } from './documents';

const SERVER_ERRORS = { 'items/3/quantity': 'Il ne reste que 40 cocktails à cette date.' };

/** The lines of a document in one of its states, with the schedule and the deposit that a quote adds. */
export const DocumentSample = ({ name }: { name: DocumentSampleName }) => {
  const [value, setValue] = useState(sampleDocuments[name]);
  const hasSchedule = name === 'quote' || name === 'twelve' || name === 'readonly';
  return (
    <div className="c-card" style={{ maxWidth: 846, overflow: 'hidden' }}>
      <h1 className="c-hidden">Devis</h1>
      <h2 className="c-hidden">Lignes du devis</h2>
      <Suspense fallback={<SkeletonLines lines={8} />}>
        <LinesEditor
          id="lines"
          label="Lignes du devis"
          value={value}
          onChange={setValue}
          readOnly={name === 'readonly'}
          errors={name === 'errors' ? SERVER_ERRORS : undefined}
          units={sampleUnits}
          vatRate="20"
          findProducts={findSampleProducts}
          createProduct={async (label) => ({ id: label, label, unit: null, unitPrice: '', vatRate: '20' })}
          schedule={
            hasSchedule
              ? ({ totalTTC, totalHT }) => <Schedule totalTTC={totalTTC} totalHT={totalHT} />
              : undefined
          }
          afterTotal={hasSchedule ? ({ totalTTC }) => <Deposit total={totalTTC} /> : undefined}
        />
      </Suspense>
    </div>
  );
};

const percent = (amount: number, share: number): number => Math.round((amount * share) / 100);

const Schedule = ({ totalTTC, totalHT }: { totalTTC: number; totalHT: number }) => {
  const language = useLanguage();
  const money = (amount: number) => formatMoney(amount, language);
  const [first, second] = [percent(totalTTC, 30), percent(totalTTC, 40)];
  const rows = [
    ['À la commande', '30 %', '01/12/2026', first],
    ['Avant la soirée', '40 %', '14/12/2026', second],
    ['Solde à 30 jours', 'reste', '17/01/2027', totalTTC - first - second],
  ] as const;
  return (
    <>
      <h3>Échéancier</h3>
      <table>
        <tbody>
          {rows.map(([name, share, date, amount]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="c-num c-soft">{share}</td>
              <td className="c-num c-soft">{date}</td>
              <td className="c-num">{money(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="l-rest">
        <span>Reste à facturer</span>
        <span className="c-faint">rien n’est facturé</span>
        <b className="c-num c-push">{money(totalHT)} HT</b>
      </p>
    </>
  );
};

const Deposit = ({ total }: { total: number }) => {
  const language = useLanguage();
  return (
    <div>
      <dt>Acompte 30&nbsp;%</dt>
      <dd className="c-num">{formatMoney(percent(total, 30), language)}</dd>
    </div>
  );
};
