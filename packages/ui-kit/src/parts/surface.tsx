import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { HTMLAttributes, ReactNode } from 'react';
import { classes, initials } from '../format';

export const Card = ({ className, ...rest }: HTMLAttributes<HTMLDivElement>) => (
  <div {...rest} className={classes('c-card', className)} />
);

const ICONS = { info: Info, warn: TriangleAlert, bad: CircleAlert, good: CircleCheck };

/** A permanent message; screen readers announce `bad` at once. */
export const Notice = ({ tone = 'info', children }: { tone?: keyof typeof ICONS; children: ReactNode }) => {
  const Icon = ICONS[tone];
  return (
    <div className="c-notice" data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon className="c-icon" aria-hidden />
      <div>{children}</div>
    </div>
  );
};

export const Avatar = ({ name, quiet }: { name: string; quiet?: boolean }) => (
  <span className="c-avatar" data-quiet={quiet || undefined} aria-hidden>
    {initials(name)}
  </span>
);
