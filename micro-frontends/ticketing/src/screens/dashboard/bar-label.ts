/** Where the middle of a bar's label is written: above the bar, and inside the chart with its whole width. */
export const labelMiddle = (barMiddle: number, labelWidth: number, chartWidth: number): number =>
  Math.max(labelWidth / 2, Math.min(barMiddle, chartWidth - labelWidth / 2));
