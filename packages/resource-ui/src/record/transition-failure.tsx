import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { type ResourceDescriptor, useResource, useResourceScreens } from '@coulisse/mfe-kit';
import { Notice } from '@coulisse/ui-kit';
import { type RecordAnswer, useProblemText, useResourceText } from '@coulisse/resource-client';
import { type FaultyReference, faultyReference } from './faulty-reference';
import { transitionKey } from './use-transition';

/**
 * Why the last transition failed, where the reason is in a record that this one refers to: it stays until the next attempt,
 * with a link to the place where it is put right. Its key is the id of the record.
 */
export const TransitionFailure = ({
  descriptor,
  record,
}: {
  descriptor: ResourceDescriptor;
  record: RecordAnswer;
}) => {
  const problem = useProblemText(descriptor);
  // What failed before the record was opened may have been put right since.
  const [openedAt] = useState(() => Date.now());
  const attempts = useQueryClient().getMutationCache();
  const last = useSyncExternalStore(
    useCallback((changed) => attempts.subscribe(changed), [attempts]),
    () =>
      attempts
        .findAll({ mutationKey: transitionKey(descriptor, record.id) })
        .map(({ state }) => state)
        .filter(({ submittedAt }) => submittedAt >= openedAt)
        .sort((left, right) => left.submittedAt - right.submittedAt)
        .at(-1),
  );
  const reference = last?.status === 'error' ? faultyReference(last.error, descriptor, record) : null;
  if (!last || !reference) return null;
  return (
    <div className="r-failed" data-testid="transition-failure">
      <Notice tone="bad">
        {problem(last.error)} <CorrectionLink {...reference} />
      </Notice>
    </div>
  );
};

/** A link to the form of a record, or to the record for those who may not change it. */
const CorrectionLink = ({ resource, id, label }: FaultyReference) => {
  const text = useResourceText();
  const descriptor = useResource(resource);
  const screens = useResourceScreens(descriptor);
  if (!descriptor?.may.read || !screens) return null;
  return descriptor.may.update && screens.edit ? (
    <Link to={screens.edit(id)}>{text('record.correct', { label })}</Link>
  ) : (
    <Link to={screens.record(id)}>{text('record.see', { label })}</Link>
  );
};
