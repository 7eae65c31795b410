import { Fragment } from 'react';

const ONE_LINE = { whiteSpace: 'nowrap' } as const;

interface Props {
  text: string;
  /** Code in the text, as of a reservation: it has hyphens. */
  code: string;
}

/** A text with a code that is never broken at its hyphens, and is copied as it is. */
export function CodedText({ text, code }: Props) {
  if (code === '') return text;
  return text.split(code).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <span style={ONE_LINE}>{code}</span>}
      {part}
    </Fragment>
  ));
}
