import {
  BarController,
  BarElement,
  CategoryScale,
  Chart as Drawing,
  LinearScale,
  type Plugin,
  Tooltip,
} from 'chart.js';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatMoney, formatNumber, useLanguage } from '@coulisse/ui-kit';
import { type CanvasTheme, ThemedCanvas } from '@coulisse/ui-kit/canvas';
import { labelMiddle } from './bar-label';
import type { WeekdaySales } from './week';

Drawing.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

const THIS_WEEK = 1;
const LABEL_GAP = 4;

interface LabelStyle {
  color: string;
  font: string;
  write: (amount: number) => string;
}

/** Writes the amount above each bar of this week, so that nobody has to read it off a scale. */
const barLabels = ({ color, font, write }: LabelStyle): Plugin<'bar'> => ({
  id: 'bar-labels',
  afterDatasetsDraw: (chart) => {
    const { ctx } = chart;
    ctx.save();
    Object.assign(ctx, { fillStyle: color, font, textAlign: 'center', textBaseline: 'bottom' });
    chart.getDatasetMeta(THIS_WEEK).data.forEach((bar, index) => {
      const amount = chart.data.datasets[THIS_WEEK]?.data[index];
      if (typeof amount !== 'number' || amount <= 0) return;
      const label = write(amount);
      const { width } = ctx.measureText(label);
      ctx.fillText(label, labelMiddle(bar.x, width, chart.width), bar.y - LABEL_GAP);
    });
    ctx.restore();
  },
});

/** Sales of each day of this week beside the same day of the last one. */
const SalesChart = ({ days }: { days: readonly WeekdaySales[] }) => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const now = t('dashboard.chart.now');
  const before = t('dashboard.chart.before');
  const weekday = useCallback(
    (day: string) => formatDate(day, language, 'short').split(' ')[0] ?? day,
    [language],
  );
  const draw = useCallback(
    (canvas: HTMLCanvasElement, { token, font, isStill }: CanvasTheme) => {
      const [ink, faint] = [token('--ink-soft'), token('--t-before')];
      const bar = { borderRadius: 2, categoryPercentage: 0.72, barPercentage: 0.9 };
      return new Drawing(canvas, {
        type: 'bar',
        data: {
          labels: days.map(({ day }) => weekday(day)),
          datasets: [
            { ...bar, label: before, data: days.map((day) => day.before), backgroundColor: faint },
            { ...bar, label: now, data: days.map((day) => day.now), backgroundColor: token('--primary') },
          ],
        },
        options: {
          animation: isStill ? false : { duration: 120 },
          maintainAspectRatio: false,
          layout: { padding: { top: 22 } },
          interaction: { mode: 'index', intersect: false },
          scales: {
            x: {
              grid: { display: false },
              border: { color: token('--line-strong') },
              ticks: { color: ink, font },
            },
            y: { display: false, beginAtZero: true },
          },
          plugins: {
            tooltip: {
              backgroundColor: token('--ink'),
              titleColor: token('--surface'),
              bodyColor: token('--surface'),
              callbacks: {
                label: ({ dataset, raw }) =>
                  `${dataset.label ?? ''}: ${raw === null ? '–' : formatMoney(Number(raw), language)}`,
              },
            },
          },
        },
        plugins: [
          barLabels({
            color: token('--primary'),
            font: `600 ${font.size}px ${font.family}`,
            write: (amount) => formatNumber(Math.round(amount / 100), language),
          }),
        ],
      });
    },
    [days, now, before, language, weekday],
  );
  return (
    <>
      <p className="t-chart-legend" aria-hidden>
        <span data-now>{now}</span>
        <span>{before}</span>
      </p>
      <ThemedCanvas className="t-chart" draw={draw} label={t('dashboard.chart')} />
      <div className="c-hidden">
        <table>
          <caption>{t('dashboard.chart')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('dashboard.chart.day')}</th>
              <th scope="col">{now}</th>
              <th scope="col">{before}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{weekday(day.day)}</th>
                <td>{day.now === null ? '–' : formatMoney(day.now, language)}</td>
                <td>{formatMoney(day.before, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};

export default SalesChart;
