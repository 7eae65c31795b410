import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface FigureProps {
  label: ReactNode;
  /** List of what is counted. */
  to?: string;
  note?: ReactNode;
  children: ReactNode;
}

/** A figure with its name and, under it, what it is compared with. */
export const Figure = ({ label, to, note, children }: FigureProps) => (
  <div className="t-figure">
    <dt>{label}</dt>
    <dd>
      {to ? <Link to={to}>{children}</Link> : <b>{children}</b>}
      {note && <small>{note}</small>}
    </dd>
  </div>
);

interface FillBarProps {
  /** Parts of the whole, from 0 to 1. */
  sold: number;
  reserved?: number;
  colour?: string;
}

/** How full something is; the numbers stand beside it as text. */
export const FillBar = ({ sold, reserved = 0, colour }: FillBarProps) => (
  <span
    className="t-bar"
    aria-hidden
    style={colour ? { color: `color-mix(in oklab, ${colour}, #fff var(--lift))` } : undefined}
  >
    <i style={{ width: `${Math.min(1, sold) * 100}%` }} />
    <i data-reserved style={{ width: `${Math.min(1 - Math.min(1, sold), reserved) * 100}%` }} />
  </span>
);
