/** @jest-environment jsdom */
import { describedResource, recordedCalls } from '@coulisse/resource-samples/testing';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import PerformanceForm from './performances/performance-form';
import { ShowPerformances } from './performances/show-performances';
import PlanEditor from './plan-editor/plan-editor';
import { RoomPlans } from './plan-editor/room-plans';

const callsOf = (element: ReactElement, visible: readonly string[]): string[] =>
  recordedCalls(element, { visible, locales: { ticketing: { fr, en } } });
const planCalls = (visible: readonly string[]): string[] =>
  recordedCalls(<PlanEditor />, {
    visible,
    locales: { ticketing: { fr, en } },
    route: '/:room/:plan',
    address: '/r1/p1',
  });

const CANNOT_OPEN = 'This page cannot be opened';
const FORM = ['ticketing.show', 'ticketing.room', 'ticketing.formula', 'ticketing.performance'];
const EDITOR = ['ticketing.room', 'ticketing.seat-category'];

describe('the plan editor', () => {
  it('reads the plan and the room of the room resource, and the categories of theirs', () => {
    expect(planCalls(EDITOR)).toEqual([
      'GET /described/ticketing.room/r1',
      'GET /described/ticketing.room/r1/plans/p1',
      'GET /described/ticketing.seat-category?size=100',
    ]);
    expect(screen.queryByText(CANNOT_OPEN)).toBeNull();
  });

  it.each(EDITOR)('cannot be opened without %s, and calls nothing', (hidden) => {
    const visible = EDITOR.filter((name) => name !== hidden);
    expect(planCalls(visible)).toEqual([]);
    expect(screen.getByText(CANNOT_OPEN)).toBeTruthy();
  });
});

describe('the form of a performance', () => {
  it('reads its lists from the paths of their resources', () => {
    expect(callsOf(<PerformanceForm />, FORM)).toEqual([
      'GET /described/ticketing.formula?size=100&sort=name',
      'GET /described/ticketing.room?size=100&sort=name',
      'GET /described/ticketing.show?size=100&sort=name',
    ]);
  });

  it.each(FORM)('cannot be opened without %s, and calls nothing', (hidden) => {
    const visible = FORM.filter((name) => name !== hidden);
    expect(callsOf(<PerformanceForm />, visible)).toEqual([]);
    expect(screen.getByText(CANNOT_OPEN)).toBeTruthy();
  });
});

describe('the performances of a show', () => {
  const card = (
    <ShowPerformances
      record={{ id: 's1' }}
      descriptor={describedResource('ticketing.show')}
      reload={() => undefined}
    />
  );

  it('are read from the path of the performances', () =>
    expect(callsOf(card, ['ticketing.show', 'ticketing.performance'])).toEqual([
      'GET /described/ticketing.performance?f.show.eq=s1&sort=date&size=100',
    ]));

  it('are replaced by the reason when the user may not see performances', () => {
    expect(callsOf(card, ['ticketing.show'])).toEqual([]);
    expect(screen.getByRole('alert').textContent).toContain('Your role does not allow it');
    expect(screen.getByText('Public page')).toBeTruthy();
  });
});

it('the plans of a room are read under the path of its descriptor', () => {
  const card = (
    <RoomPlans
      record={{ id: 'r1' }}
      descriptor={describedResource('ticketing.room')}
      reload={() => undefined}
    />
  );
  expect(callsOf(card, ['ticketing.room'])).toEqual(['GET /described/ticketing.room/r1/plans']);
});
