import { useLayoutEffect, useRef } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { statusSteps } from './status-steps';
import { usePhone } from './use-media';

/** The states of a record, the current one marked. */
export const StatusBar = ({
  descriptor,
  state,
  small,
}: {
  descriptor: ResourceDescriptor;
  state: unknown;
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
  return (
    <ol
      ref={list}
      className="r-status"
      data-small={small || undefined}
      tabIndex={phone && !small ? 0 : undefined}
      aria-label={text('record.state')}
    >
      {statusSteps(lifecycle, state).map(({ state: step, progress }) => (
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
