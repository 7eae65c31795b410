// Helm, its unit tests and kubeconform, built from the Go module proxy. No stack needs them: the tests of the charts build
// them when they first run.
import { spawnSync } from 'node:child_process';
import { buildGoProgram, goProgram } from './go-program.mjs';

/** Main package of each, by its folder in tools/go. */
const MAINS = {
  helm: 'helm.sh/helm/v4/cmd/helm',
  'helm-unittest': 'github.com/helm-unittest/helm-unittest/cmd/helm-unittest',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform',
};

/**
 * Path of a program, after it was built where it is missing.
 * @param {keyof typeof MAINS} name
 */
export async function prepareHelmTool(name) {
  await buildGoProgram(name, MAINS[name]);
  return goProgram(name);
}

/** Helm 4 of the machine where there is one, else ours. */
export async function findHelm() {
  const answer = spawnSync('helm', ['version', '--template', '{{.Version}}'], { encoding: 'utf8' });
  if (answer.status === 0 && answer.stdout.startsWith('v4.')) return 'helm';
  return prepareHelmTool('helm');
}
