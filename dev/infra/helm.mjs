// Helm, its unit tests and kubeconform, built from the Go module proxy. No stack needs them: the tests of the charts build
// them when they first run.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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

function isOnMachine() {
  const answer = spawnSync('helm', ['version', '--template', '{{.Version}}'], { encoding: 'utf8' });
  return answer.status === 0 && answer.stdout.startsWith('v4.');
}

/** Whether there is a Helm that need not be built first. */
export const hasHelm = () => existsSync(goProgram('helm')) || isOnMachine();

/** Helm 4 of the machine where there is one, else ours. */
export const findHelm = async () => (isOnMachine() ? 'helm' : prepareHelmTool('helm'));
