/** What a spreadsheet in French opens without a question: UTF-8 with its mark, semicolons, CRLF. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;

/** A text that begins like a formula would be run by the spreadsheet. */
const cell = (value: string): string => {
  const safe = /^[=+\-@\t\r]/.test(value) && !/^-?[\d\s\u00a0\u202f.,]+$/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const download = (name: string, content: string, type = 'text/csv;charset=utf-8'): void => {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};
