// npm run rollout [-- --twin]: two replicas of every part behind a balancer each, as in a cluster. Every part is restarted
// in turn under 300 requests a second, then the gateway with 500 clients on kept-alive connections. `--twin` kills the
// replicas instead of stopping them: it passes when that is seen. On a stack of its own, or on the one that
// TEST_PUBLIC_URL names (`eval "$(node dev/env.mjs)"`), whose parts run single again at the end.
import { runOnStack } from './lib/on-stack.mjs';

process.exitCode = await runOnStack('rollout', process.argv.slice(2));
