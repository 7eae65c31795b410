import { useEffect, useRef, useState } from 'react';
import { type FieldDescriptor, onLoginRedirect } from '@coulisse/mfe-kit';
import { changeBody, dropDraft, readDraft, type StoredDraft, storeDraft } from '@coulisse/resource-client';
import { type DraftControl } from '@coulisse/resource-client/form';

const PAUSE = 400;

/** Stores the values while they are typed, and reads the draft that an earlier page has stored. */
export const useStoredDraft = (key: string, fields: readonly FieldDescriptor[], draft: DraftControl) => {
  const [found, setFound] = useState<StoredDraft | null>(() => {
    const stored = readDraft(key);
    const start = draft.start();
    const differs = stored && Object.keys(changeBody(fields, start, { ...start, ...stored.values })).length;
    return differs ? stored : null;
  });
  const [resumed, setResumed] = useState(false);
  const latest = useRef({ key, fields, draft });
  useEffect(() => {
    latest.current = { key, fields, draft };
  });

  useEffect(() => {
    if (!found?.resume) return;
    draft.restore(found.values);
    setFound(null);
    setResumed(true);
  }, [found, draft]);

  const { onChange } = draft;
  const leaving = useRef(false);
  useEffect(() => {
    const storeNow = (resume: boolean) => {
      const now = latest.current;
      if (now.draft.isDirty()) storeDraft(now.key, now.fields, now.draft.values(), { resume });
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopFollowing = onChange(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!leaving.current) storeNow(false);
      }, PAUSE);
    });
    const leave = () => {
      if (!leaving.current) storeNow(false);
    };
    window.addEventListener('pagehide', leave);
    const stop = onLoginRedirect(() => {
      storeNow(true);
      // The page is then left: `pagehide` must not overwrite the stored draft.
      leaving.current = true;
    });
    return () => {
      clearTimeout(timer);
      stopFollowing();
      window.removeEventListener('pagehide', leave);
      stop();
    };
  }, [onChange]);

  return {
    /** A stored draft that is neither restored nor discarded yet. */
    found: found?.resume ? null : found,
    resumed,
    restore: () => {
      if (found) draft.restore(found.values);
      setFound(null);
    },
    discard: () => {
      dropDraft(key);
      setFound(null);
      setResumed(false);
    },
    /** Removes the draft after the record was saved. */
    done: () => dropDraft(key),
  };
};
