import { RESOURCE_TOPIC } from '@coulisse/contracts';
import { readEvents, startRounds, type ServiceContext, type Subscription } from '@coulisse/service-kit';
import { indexEvents } from '../index/index-events';
import { progressOf, rangesOf, type Positions, type Ranges } from './progress.domain';

const EVERY_MS = 2_000;
const BATCH_SIZE = 500;
/** Searches that began before the swap read the old generation. */
const GRACE = `interval '1 minute'`;
const DELETED_ROWS = 5_000;
const TABLES = ['search_entry', 'search_term', 'search_resource'] as const;

interface Building extends Record<string, unknown> {
  id: number;
  ranges: Ranges | null;
  positions: Positions;
}

const BUILDING = `SELECT id, ranges, positions FROM search_generation WHERE state = 'BUILDING'`;
const SET_RANGES = `UPDATE search_generation SET ranges = $2::jsonb WHERE id = $1 AND ranges IS NULL`;
const SET_POSITIONS = `UPDATE search_generation SET positions = positions || $2::jsonb WHERE id = $1 AND state = 'BUILDING'`;
/** A build that was cancelled meanwhile leaves the current generation in place. */
const LOCK_BUILDING = `SELECT id FROM search_generation WHERE id = $1 AND state = 'BUILDING' FOR UPDATE`;
const RETIRE = `UPDATE search_generation SET state = 'RETIRED', finished_at = now() WHERE state = 'CURRENT'`;
const PROMOTE = `UPDATE search_generation SET state = 'CURRENT', finished_at = now() WHERE id = $1`;

/**
 * Builds a new generation of the index from the beginning of the topic, when `search_generation` has one that is being
 * built. Searches read the current generation meanwhile, and new events are written to both. Replicas share the
 * partitions; a build that was interrupted continues where it was.
 */
export class SearchRebuild {
  private reading: { id: number; subscription: Subscription } | null = null;

  constructor(private readonly ctx: Pick<ServiceContext, 'db' | 'bus' | 'log'>) {}

  /** Runs rounds until the returned function is called. */
  start(everyMs = EVERY_MS): () => Promise<void> {
    const stopRounds = startRounds(
      () => this.round(),
      everyMs,
      (error) => this.ctx.log.warn({ err: error }, 'search.rebuild_failed'),
    );
    return async () => {
      await stopRounds();
      await this.stopReading();
    };
  }

  async round(): Promise<void> {
    const building = await this.building();
    if (!building) {
      await this.stopReading();
      await this.deleteRetired();
      return;
    }
    const { id } = building;
    if (this.reading?.id !== id) {
      await this.stopReading();
      // Events that are published from now on are written to this generation by the consumer too.
      if (!building.ranges) await this.setRanges(id);
      this.reading = { id, subscription: this.read(id) };
      this.ctx.log.info({ generation: id }, 'search.rebuild_started');
      return;
    }
    if (!building.ranges) return;
    const progress = progressOf(building.ranges, building.positions);
    this.ctx.log.info({ generation: id, ...progress }, 'search.rebuild_progress');
    if (progress.done < progress.total) return;
    await this.stopReading();
    await this.swap(id);
  }

  private async building(): Promise<Building | undefined> {
    const { rows } = await this.ctx.db.inPlatform('find the search index to build', ({ sql }) =>
      sql.query<Building>(BUILDING),
    );
    return rows[0];
  }

  private async setRanges(id: number): Promise<void> {
    const ranges = rangesOf(await this.ctx.bus.offsets(RESOURCE_TOPIC));
    await this.ctx.db.inPlatform('begin to build the search index', ({ sql }) =>
      sql.query(SET_RANGES, [id, JSON.stringify(ranges)]),
    );
  }

  private read(id: number): Subscription {
    return this.ctx.bus.subscribe({
      topics: [RESOURCE_TOPIC],
      group: `insights.search-rebuild.${id}`,
      from: 'earliest',
      batch: {
        maxMessages: BATCH_SIZE,
        handle: async (messages) => {
          // Unreadable messages were stored by the consumer when they were new.
          await indexEvents(readEvents<typeof RESOURCE_TOPIC>(messages).events, { building: id }, this.ctx);
          const last = messages.at(-1);
          if (!last) return;
          const position: Positions = { [last.partition]: Number(last.offset) + 1 };
          await this.ctx.db.inPlatform('progress of the search index', ({ sql }) =>
            sql.query(SET_POSITIONS, [id, JSON.stringify(position)]),
          );
        },
      },
    });
  }

  private async swap(id: number): Promise<void> {
    const swapped = await this.ctx.db.inPlatform('swap the search index', async ({ sql }) => {
      const { rowCount } = await sql.query(LOCK_BUILDING, [id]);
      if (rowCount === 0) return false;
      await sql.query(RETIRE);
      await sql.query(PROMOTE, [id]);
      return true;
    });
    if (swapped) this.ctx.log.info({ generation: id }, 'search.rebuild_finished');
  }

  private async stopReading(): Promise<void> {
    const { reading } = this;
    this.reading = null;
    await reading?.subscription.stop();
  }

  private async deleteRetired(): Promise<void> {
    const { rows } = await this.ctx.db.inPlatform('find retired search indexes', ({ sql }) =>
      sql.query<{ id: number }>(
        `SELECT id FROM search_generation WHERE state = 'RETIRED' AND finished_at < now() - ${GRACE} ORDER BY id LIMIT 1`,
      ),
    );
    const [retired] = rows;
    if (!retired) return;
    let deletedRows = 0;
    for (const table of TABLES)
      for (let count = DELETED_ROWS; count === DELETED_ROWS; deletedRows += count)
        count = await this.deleteRows(table, retired.id);
    await this.ctx.db.inPlatform('forget a search index', ({ sql }) =>
      sql.query(`DELETE FROM search_generation WHERE id = $1`, [retired.id]),
    );
    this.ctx.log.info({ generation: retired.id, deletedRows }, 'search.generation_deleted');
  }

  private async deleteRows(table: (typeof TABLES)[number], generation: number): Promise<number> {
    const { rowCount } = await this.ctx.db.inPlatform('delete a retired search index', ({ sql }) =>
      sql.query(
        `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE generation = $1 LIMIT $2))`,
        [generation, DELETED_ROWS],
      ),
    );
    return rowCount;
  }
}
