import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { recallList } from '@coulisse/resource-client';

/** URL parameters that define the records of a list and their order. */
const isQuestion = (name: string): boolean =>
  ['q', 'sort', 'filter', 'archived'].includes(name) || name.startsWith('f.');

/** The query of a list in a URL, without the parameters of the page. */
export const questionIn = (search: string): string =>
  new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => isQuestion(name))).toString();

/**
 * The query of the list that the record was opened from. It is in the URL, so that previous and next also work after
 * a reload or from a link; without it, the last list visited is used.
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

/** URL parameters of the list as it was left, with its page and view, when it is the same list. */
export const listSearch = (descriptor: ResourceDescriptor, question: string): string => {
  const memory = recallList(descriptor.name);
  if (memory && questionIn(memory.request) === question) return memory.search;
  return question ? `?${question}` : '';
};
