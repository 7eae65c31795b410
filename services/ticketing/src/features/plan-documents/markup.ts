const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A value in the text or in a quoted attribute of a page. */
export const escaped = (value: string | number): string =>
  String(value).replace(/[&<>"']/g, (char) => ESCAPED[char]!);

/** A table with a heading for every column; the first cell of a row names it. Cells are markup already. */
export function tableMarkup(
  headers: readonly { text: string; isNumber?: boolean }[],
  rows: readonly (readonly string[])[],
): string {
  const aligned = (index: number): string => (headers[index]?.isNumber ? ' class="number"' : '');
  const head = headers
    .map(({ text }, index) => `<th scope="col"${aligned(index)}>${escaped(text)}</th>`)
    .join('');
  const body = rows.map(
    (cells) =>
      `<tr>${cells
        .map((cell, index) =>
          index === 0 ? `<th scope="row">${cell}</th>` : `<td${aligned(index)}>${cell}</td>`,
        )
        .join('')}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}
