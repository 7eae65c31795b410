import { formatPercent, useLanguage } from '@coulisse/ui-kit';

/** A change in percent, with its sign and the colour of its direction. */
export const Change = ({ percent }: { percent: number }) => {
  const language = useLanguage();
  return (
    <b data-change={percent < 0 ? 'down' : 'up'}>
      {percent > 0 ? '+' : ''}
      {formatPercent(percent, language).replace('-', '−')}
    </b>
  );
};
