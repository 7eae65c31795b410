import { Fragment, type ReactNode } from 'react';

/** Codes and numbers of records: `R-ECE9-RNE6`, `DE-2026-00001-V2`. What is longer is no code, and has to be broken. */
const CODES = /(\b[A-Z]{1,3}(?:-[A-Z0-9]{1,10}){1,4}\b)/;

/** A text whose codes are not broken at their hyphens where a line ends. */
export function wholeCodes(text: string): ReactNode {
  const parts = text.split(CODES);
  if (parts.length === 1) return text;
  // Every second part is a code.
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <span key={index} className="c-whole">
        {part}
      </span>
    ),
  );
}
