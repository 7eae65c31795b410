import type { Router } from 'express';
import type { Config } from '../config';
import { strictRouter } from '../http/strict-router';
import { addJoinedList } from './joined-list';

/**
 * `/b/api/background-jobs`: lists the jobs that services declare and that wait, run or failed (newest first), starts failed
 * ones again and ends them.
 */
export function backgroundJobs(services: Config['services']): Router {
  const router = strictRouter();
  addJoinedList(router, services, {
    path: '/b/api/background-jobs',
    servicePath: '/_background-jobs',
    states: ['WAITING', 'RUNNING', 'FAILED'],
    actions: ['_retry', '_cancel'],
  });
  return router;
}
