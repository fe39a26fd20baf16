import { join } from 'node:path';
import { portVariables, readAddresses } from '@linkspan/practice/addresses';
import { findFreePorts } from '@linkspan/practice/free-ports';
import { storeOf } from '@linkspan/stack/deliver';
import { root } from '@linkspan/stack/root';

/** Names the ports of all stacks of a test run: commas between the ports of one stack, semicolons between stacks. */
export const portsVariable = 'LINKSPAN_E2E_PORTS';

/** A page, the servers of its remotes, its chains and its store, on ports and in folders of their own. */
export interface Stack {
  /** The ports, by the variable that tells each part where to listen. */
  readonly environment: Readonly<Record<string, string>>;
  readonly addresses: ReturnType<typeof readAddresses>;
  /** The name of its folder below `.linkspan`. */
  readonly name: string;
  /** What its tests write. */
  readonly outputFolder: string;
  /** The configuration that the page was deployed with. */
  readonly configFile: string;
  /** Holds the practice store and its keys, below `.linkspan`. */
  readonly practiceFolder: string;
}

/** Finds free ports for a number of stacks, in the form of `portsVariable`. */
export async function findStackPorts(count: number): Promise<string> {
  const ports = await findFreePorts(count * portVariables.length);
  const toPorts = (_: unknown, at: number) =>
    ports.slice(at * portVariables.length, (at + 1) * portVariables.length).join(',');
  return Array.from({ length: count }, toPorts).join(';');
}

/** The stacks of this run, one for each worker of Vitest; outside of a run, one at the practice addresses. */
export function createStacks(): readonly Stack[] {
  return (process.env[portsVariable] ?? '').split(';').map(toStack);
}

/** The stack of the worker that runs this file. */
const own = createStacks()[Number(process.env.VITEST_POOL_ID ?? 1) - 1] ?? toStack('');

export const { addresses, name: stackName, outputFolder, configFile } = own;
export const { practiceFolder } = own;

/** Pictures for people to look at. */
export const screensFolder = join(root, '.linkspan', 'screens');

/** The folder of a remote in the practice store of this worker's stack: its documents and its releases. */
export function releaseFolder(remote: string): string {
  return join(storeOf(practiceFolder), remote);
}

function toStack(portList: string): Stack {
  const ports = portList.split(',').filter((port) => port !== '');
  const environment = Object.fromEntries(ports.map((port, at) => [portVariables[at] ?? '', port]));
  const addresses = readAddresses(environment);
  const name = `e2e-${addresses.host.port}`;
  const outputFolder = join(root, '.linkspan', name);
  return {
    environment,
    addresses,
    name,
    outputFolder,
    configFile: join(outputFolder, 'site.config.json'),
    practiceFolder: join(outputFolder, 'practice'),
  };
}
