import { useLayoutEffect, useRef } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { nearSteps, statusSteps } from './status-steps';
import { usePhone } from './use-media';

/** The states that a record has been in, its own, and those to come; a narrow panel shows the nearest ones. */
export const StatusBar = ({
  descriptor,
  state,
  visited,
  small,
}: {
  descriptor: ResourceDescriptor;
  state: unknown;
  /** States that it has been in, oldest first, as far as the answer has them. */
  visited?: readonly { readonly state: string }[] | undefined;
  small?: boolean;
}) => {
  const text = useResourceText();
  const language = useLanguage();
  const phone = usePhone();
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    // Where the states do not fit, the current one is scrolled to the middle.
    const now = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (now && list.current)
      list.current.scrollLeft = now.offsetLeft - (list.current.clientWidth - now.clientWidth) / 2;
  }, [state]);
  const { lifecycle } = descriptor;
  if (!lifecycle || typeof state !== 'string') return null;
  const all = statusSteps(
    lifecycle,
    state,
    visited?.map((entry) => entry.state),
  );
  const steps = small ? nearSteps(all) : all;
  return (
    <ol
      ref={list}
      className="r-status"
      data-small={small || undefined}
      tabIndex={phone && !small ? 0 : undefined}
      aria-label={text('record.state')}
    >
      {steps.map(({ state: step, progress }) => (
        <li
          key={step}
          data-step={progress === 'ended' ? 'now' : progress}
          data-tone={progress === 'ended' ? 'bad' : undefined}
          aria-current={progress === 'now' || progress === 'ended' ? 'step' : undefined}
        >
          {lifecycle.stateLabels[step]?.[language] ?? step}
        </li>
      ))}
    </ol>
  );
};
