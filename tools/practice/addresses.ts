import { type ChainServer, type Family, families, type PortChoice } from './src/families.ts';

/** Where one server of the practice listens: its port, and its URL without a slash at the end. */
export interface Address {
  readonly port: number;
  readonly url: string;
}

/** Where the practice chains listen. The second Solana and NEAR networks are paths of the first. */
export type ChainAddresses = Readonly<Record<ChainServer, Address>>;

/**
 * Every fixed address of the practice: the host, the remotes' origins by family, the remote of another repository, the
 * example application, and the local chains.
 */
export interface Addresses extends Readonly<Record<Family, Address>> {
  readonly host: Address;
  readonly example: Address;
  readonly app: Address;
  readonly chains: ChainAddresses;
}

const host: PortChoice = { variable: 'LINKSPAN_HOST_PORT', port: 4300 };
const example: PortChoice = { variable: 'LINKSPAN_EXAMPLE_PORT', port: 4304 };
const app: PortChoice = { variable: 'LINKSPAN_APP_PORT', port: 4305 };
const all: readonly [Family, (typeof families)[Family]][] = Object.entries(families) as never;
const origins = all.map(([id, { origin }]) => [id, origin] as const);
const servers = all.flatMap(([, family]) => Object.entries<PortChoice>(family.servers));

/** The variables that move the ports of the practice, each one. */
export const portVariables = [
  host,
  example,
  app,
  ...[...origins, ...servers].map(([, choice]) => choice),
].map(({ variable }) => variable);

/**
 * Reads every fixed address from environment variables such as `LINKSPAN_HOST_PORT`, or takes its default.
 * Throws an Error whose message names the variable, if a value is no port or two ports are equal.
 */
export function readAddresses(env: Readonly<Record<string, string | undefined>>): Addresses {
  const taken = new Map<number, string>();
  const claim = ({ variable, port: fallback }: PortChoice) => {
    const port = parsePort(variable, env[variable], fallback);
    const other = taken.get(port);
    if (other) throw new Error(`${variable} and ${other} are both ${port}. Each needs a port of its own.`);
    taken.set(port, variable);
    return port;
  };
  const toPage = (choice: PortChoice) => {
    const port = claim(choice);
    return { port, url: `http://localhost:${port}` };
  };
  const toChain = (choice: PortChoice) => {
    const port = claim(choice);
    return { port, url: `${choice.scheme ?? 'http'}://127.0.0.1:${port}` };
  };
  return {
    host: toPage(host),
    example: toPage(example),
    app: toPage(app),
    ...(Object.fromEntries(origins.map(([id, choice]) => [id, toPage(choice)])) as Record<Family, Address>),
    chains: Object.fromEntries(servers.map(([name, choice]) => [name, toChain(choice)])) as ChainAddresses,
  };
}

function parsePort(variable: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65535) return port;
  throw new Error(`${variable} is "${text}". It must be a port: a whole number from 1 to 65535.`);
}
