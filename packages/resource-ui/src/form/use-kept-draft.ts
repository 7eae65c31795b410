import { useEffect, useRef, useState } from 'react';
import { type FieldDescriptor, onSignIn } from '@coulisse/mfe-kit';
import { changeBody } from '../data/values';
import { dropDraft, keepDraft, readDraft, type StoredDraft } from './draft-store';
import type { DraftControl } from './use-draft';

const PAUSE = 400;

/** Keeps what is typed while it is typed, and finds again what was typed before the page went away. */
export const useKeptDraft = (key: string, fields: readonly FieldDescriptor[], draft: DraftControl) => {
  const [found, setFound] = useState<StoredDraft | null>(() => {
    const stored = readDraft(key);
    const differs =
      stored && Object.keys(changeBody(fields, draft.start, { ...draft.start, ...stored.values })).length;
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

  const { dirty, values } = draft;
  const leaving = useRef(false);
  useEffect(() => {
    if (!dirty) return;
    const timer = setTimeout(() => {
      if (!leaving.current) keepDraft(key, fields, values);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [dirty, values, key, fields]);
  useEffect(() => {
    const keep = (resume: boolean) => {
      const now = latest.current;
      if (now.draft.dirty) keepDraft(now.key, now.fields, now.draft.values, { resume });
    };
    const leave = () => {
      if (!leaving.current) keep(false);
    };
    window.addEventListener('pagehide', leave);
    const stop = onSignIn(() => {
      keep(true);
      // What follows is the page going away: it must not write over what was just kept.
      leaving.current = true;
    });
    return () => {
      window.removeEventListener('pagehide', leave);
      stop();
    };
  }, []);

  return {
    /** A draft that nobody has decided about. */
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
    /** It is saved: nothing is left to find again. */
    done: () => dropDraft(key),
  };
};
