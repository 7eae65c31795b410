/** @jest-environment jsdom */
import { describedResource, recordedCalls } from '@coulisse/resource-samples/testing';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import Duplicates from './duplicates/duplicates';
import MergeScreen from './duplicates/merge';
import en from './locales/en.json';
import fr from './locales/fr.json';
import { DuplicateCandidates } from './third-parties/duplicate-candidates';
import EmployeeInformations from './third-parties/employee-informations';
import { TiersAside } from './third-parties/tiers-aside';

/** Calls of a screen for a user who may see some resources. */
const callsOf = (element: ReactElement, visible: readonly string[]): string[] =>
  recordedCalls(element, {
    visible,
    locales: { crm: { fr, en } },
    route: '/:id/:other',
    address: '/t1/t2',
  });

const society: ResourceDescriptor = {
  ...describedResource('crm.society'),
  variantOf: 'crm.tiers',
  fixed: { kind: 'society' },
};

describe('screens of third parties', () => {
  const SCREENS: [string, ReactElement, string[]][] = [
    [
      'the duplicates',
      <Duplicates key="duplicates" />,
      ['GET /described/crm.tiers/_duplicates?page=1&size=20'],
    ],
    [
      'the merge of two records',
      <MergeScreen key="merge" />,
      ['GET /described/crm.tiers/t1', 'GET /described/crm.tiers/t2'],
    ],
    ['the employee sheet', <EmployeeInformations key="employee" />, ['GET /described/crm.tiers/t1']],
  ];

  it.each(SCREENS)('%s: the path is that of the resource', (_title, element, calls) => {
    expect(callsOf(element, ['crm.tiers'])).toEqual(calls);
  });

  it.each(SCREENS)('%s: cannot be opened without the resource, and calls nothing', (_title, element) => {
    expect(callsOf(element, [])).toEqual([]);
    expect(screen.getByText('This page cannot be opened')).toBeTruthy();
  });
});

describe('parts of the page of a society', () => {
  const PARTS: [string, ReactElement, string[]][] = [
    [
      'the side column',
      <TiersAside key="aside" record={{ id: 't1' }} descriptor={society} reload={() => undefined} />,
      ['GET /described/crm.tiers/t1/duplicates', 'GET /described/crm.tiers/t1/informations'],
    ],
    [
      'the similar records of the form',
      <DuplicateCandidates
        key="form"
        descriptor={society}
        values={{ name: 'Alvéo', siret: '73282932000074' }}
        set={() => undefined}
      />,
      ['POST /described/crm.tiers/_look-alike'],
    ],
  ];

  it.each(PARTS)(
    '%s calls the path of all third parties, not that of societies',
    (_title, element, calls) => {
      expect(callsOf(element, ['crm.tiers', 'crm.society'])).toEqual(calls);
    },
  );

  it.each(PARTS)('%s is empty without that resource, and calls nothing', (_title, element) => {
    expect(callsOf(element, ['crm.society'])).toEqual([]);
    expect(document.querySelector('section, li, [role="alert"]')).toBeNull();
  });
});
