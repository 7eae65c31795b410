/** '+33612440819' → '06 12 44 08 19'; a foreign number keeps its prefix; other text is unchanged. */
export const formatPhone = (number: string): string => {
  const bare = number.replace(/[\s.\-()]/g, '');
  const french = /^(?:\+33|0033|0)([1-9])(\d{8})$/.exec(bare);
  if (!french) return number;
  const pairs = (french[2] ?? '').match(/\d{2}/g) ?? [];
  return [`0${french[1]}`, ...pairs].join('\u00a0');
};
