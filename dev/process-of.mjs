// node dev/process-of.mjs <part>: how a part of the product is started here, as JSON: command, arguments, folder, variables.
// For programs that start a second replica of it.
import { serviceProcess } from './lib/service-processes.mjs';
import { readTopology } from './lib/topology.mjs';

const part = readTopology().find(({ name }) => name === process.argv[2]);
if (!part) {
  console.error(`there is no part ${process.argv[2]}`);
  process.exitCode = 1;
} else {
  const { command, args, cwd, env } = serviceProcess(part);
  const { name, kind, httpPort, grpcPort } = part;
  console.log(JSON.stringify({ name, kind, httpPort, grpcPort, command, args, cwd, env }));
}
