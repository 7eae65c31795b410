// The Prometheus of the machine; on Debian and Ubuntu, else its package unpacked into our cache, without installing it.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { UserError, logFile, run } from '../lib/command.mjs';
import { BACKGROUND } from '../lib/launch.mjs';
import { CACHE_DIR, DATA_DIR, PORTS, ROOT } from '../lib/settings.mjs';

const UNPACKED = join(CACHE_DIR, 'prometheus');
const RULES = join(ROOT, 'observability/rules');

/** @param {'prometheus' | 'promtool'} program @returns {string | undefined} */
function find(program, env = process.env) {
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/local/bin', join(UNPACKED, 'usr/bin')];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

export const hasPrometheus = () => Boolean(find('prometheus') && find('promtool'));

async function unpack() {
  const arriving = `${UNPACKED}.arriving`;
  await rm(arriving, { recursive: true, force: true });
  await mkdir(arriving, { recursive: true });
  const advice = 'Install Prometheus with your package manager, then start again.';
  // The list of packages may be older than the packages that the mirror still has.
  await run('prometheus-package', 'apt-get', ['download', 'prometheus'], { cwd: arriving, advice }).catch(
    async () => {
      await run('prometheus-package', 'apt-get', ['update', '-qq'], { cwd: arriving, advice });
      await run('prometheus-package', 'apt-get', ['download', 'prometheus'], { cwd: arriving, advice });
    },
  );
  const archive = (await readdir(arriving)).find((name) => name.endsWith('.deb'));
  await run('prometheus-package', 'dpkg-deb', ['-x', archive, 'unpacked'], { cwd: arriving, advice });
  await rename(join(arriving, 'unpacked'), UNPACKED);
  await rm(arriving, { recursive: true, force: true });
}

export async function preparePrometheus() {
  if (hasPrometheus()) return;
  if (process.platform !== 'linux')
    throw new UserError('--observability needs Prometheus', { advice: 'brew install prometheus' });
  await unpack();
  if (!hasPrometheus()) throw new UserError('the package of Prometheus has no promtool');
}

/** Path of promtool, which checks and tests rules; it comes with Prometheus. */
export async function promtool() {
  await preparePrometheus();
  return find('promtool');
}

export const prometheusUrl = () => `http://127.0.0.1:${PORTS.prometheus}`;

/** What it scrapes: the collector, which speaks for services, and what has metrics of its own. */
function configuration({ keycloakManagement, gotenberg }) {
  const job = (job_name, port, path, labels = true) => ({
    job_name,
    metrics_path: path,
    // The collector's series name their service as their job.
    honor_labels: labels,
    static_configs: [{ targets: [`127.0.0.1:${port}`] }],
  });
  return {
    // The collector answers late on a busy machine, where it lets others go first.
    global: { scrape_interval: '10s', scrape_timeout: '10s', evaluation_interval: '10s' },
    rule_files: [join(RULES, '*.yaml')],
    scrape_configs: [
      job('otel-collector', PORTS.collectorMetrics, '/metrics'),
      ...(keycloakManagement ? [job('keycloak', keycloakManagement, '/metrics')] : []),
      ...(gotenberg ? [job('gotenberg', gotenberg, '/prometheus/metrics')] : []),
    ],
  };
}

/**
 * @param {{ keycloakManagement?: number, gotenberg?: number, name?: string }} options ports of what else is scraped
 * @returns {Promise<import('../lib/launch.mjs').ProcessSpec>}
 */
export async function prometheusProcess({ name = 'prometheus', ...scraped }) {
  await preparePrometheus();
  const folder = join(DATA_DIR, 'prometheus');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'prometheus.yaml');
  await writeFile(file, JSON.stringify(configuration(scraped), null, 2));
  return {
    name,
    command: find('prometheus'),
    args: [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      '--storage.tsdb.retention.time=2d',
      `--web.listen-address=127.0.0.1:${PORTS.prometheus}`,
      '--log.level=warn',
    ],
    env: { PATH: process.env.PATH, GOMEMLIMIT: '256MiB', LC_ALL: 'C.UTF-8' },
    cwd: folder,
    health: { url: `${prometheusUrl()}/-/ready` },
    url: prometheusUrl(),
    log: logFile(name),
    stage: 2,
    niceness: BACKGROUND,
  };
}
