// npm run chaos -- [--only <name>,…] [--seed N] [--short] [--list]: injects faults into a stack under a load of sales,
// then checks invariants. Starts and stops a stack of its own, or uses the one that TEST_PUBLIC_URL names
// (`eval "$(node dev/env.mjs)"`).
import { runOnStack } from './lib/on-stack.mjs';

const args = process.argv.slice(2);
process.exitCode = await runOnStack('chaos', args, { needsStack: !args.includes('--list') });
