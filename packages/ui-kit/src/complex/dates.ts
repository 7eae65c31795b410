/** The widget uses local dates: read as UTC, a day could become the day before. */
export const toDate = (value: string, withTime = false): Date => {
  if (withTime) return new Date(value);
  const [year = 1970, month = 1, day = 1] = value.split('-').map(Number);
  return new Date(year, month - 1, day);
};

export const fromDate = (date: Date, withTime = false): string => {
  if (withTime) return date.toISOString();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
