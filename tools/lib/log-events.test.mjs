import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT, logCalls } from '../log-events.mjs';

test('a log call is found with its level, event and fields', () => {
  const text = `
    ctx.log.warn({ err: error, topic, name: 'x' }, 'listener.failed');
    this.settings.log.info('outbox.leader_elected');
    log.error(more, late ? 'job.failed' : 'job.retry');
    logger.info('not.ours'); console.log('nor.this');`;
  assert.deepEqual(
    logCalls('a.ts', text).map(({ event, level, fields, line }) => [event, level, fields, line]),
    [
      ['listener.failed', 'warn', ['error', 'topic', 'name'], 2],
      ['outbox.leader_elected', 'info', [], 3],
      ['job.failed', 'error', [], 4],
      ['job.retry', 'error', [], 4],
    ],
  );
});

test('a sentence or a composed text is not an event name', () => {
  assert.equal(logCalls('a.ts', 'log.info(`job ${id} done`)')[0].event, undefined);
  for (const event of ['job.handler_missing', 'failed_delivery.stored']) assert.match(event, EVENT);
  for (const event of ['a job is done', 'done', 'Job.done', 'job.']) assert.doesNotMatch(event, EVENT);
});
