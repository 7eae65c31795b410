import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { recallList } from '../data/list-memory';

/** Parameters of a list that say which records it holds, and in which order. */
const isQuestion = (name: string): boolean =>
  ['q', 'sort', 'filter', 'archived'].includes(name) || name.startsWith('f.');

/** The question of a list in an address, without what only concerns the page. */
export const questionIn = (search: string): string =>
  new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => isQuestion(name))).toString();

/**
 * The list that a record is looked at in: its question stands in the address, so that a reload and a pasted link
 * know the neighbours too. Coming from a list that did not write it there, the list is remembered.
 */
export const useRecordQuestion = (descriptor: ResourceDescriptor, id: string): string => {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const question = questionIn(search);
  const memory = recallList(descriptor.name);
  const remembered = !search && memory?.ids.includes(id) ? memory.request : '';
  useEffect(() => {
    if (remembered) void navigate({ pathname, search: remembered, hash }, { replace: true });
  }, [remembered, navigate, pathname, hash]);
  return question || remembered;
};

/** The way back to the list as it was left: with its page and its view, when it is the same list. */
export const listSearch = (descriptor: ResourceDescriptor, question: string): string => {
  const memory = recallList(descriptor.name);
  if (memory && questionIn(memory.request) === question) return memory.search;
  return question ? `?${question}` : '';
};
