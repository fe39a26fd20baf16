import { isLocalNetwork } from '@linkspan/contract';
import { paired, publicFamilies, publicIdentities } from '@linkspan/contract/public-networks';
import type { Finding } from './finding.ts';
import { inspectNode, isAskedBy, type NodeContext } from './nodes.ts';

/** A network of a page's configuration, as far as it is inspected. */
export interface ConfiguredNetwork {
  readonly id: string;
  readonly rpc: readonly string[];
  readonly symbol?: unknown;
  readonly decimals?: unknown;
  readonly isTest?: unknown;
}

/** A page's configuration, as far as it is inspected: that of its file, or of a deployed page. */
export interface InspectedConfig {
  readonly families: readonly { readonly networks?: readonly ConfiguredNetwork[] }[];
  readonly identities?: readonly { readonly identity?: unknown }[];
  readonly practice?: unknown;
}

/** Inspects what a configuration says, field by field, and asks each node for its chain, as the page of an origin does. */
export async function inspectConfig(
  { families, identities = [], practice }: InspectedConfig,
  context: NodeContext,
): Promise<readonly Finding[]> {
  const networks = families.flatMap(({ networks = [] }, at) =>
    networks.map((network, index) => ({ ...network, place: `families[${at}].networks[${index}]` })),
  );
  const asked = networks.filter((one) => isAskedBy(one, context.origin));
  const nodes = asked.flatMap(({ id, rpc, place }) =>
    rpc.map((address, index) => inspectNode({ id, address, place: `${place}.rpc[${index}]` }, context)),
  );
  const isForPeople = !isLocalNetwork({ rpc: [context.origin] });
  return [
    ...(practice !== undefined && isForPeople ? [forPractice] : []),
    ...networks.flatMap((network) => compareWithKnown(network)),
    ...identities.flatMap(({ identity }, at) => noteIdentity(identity, `identities[${at}].identity`)),
    ...(await Promise.all(nodes)).flat(),
  ];
}

const forPractice: Finding = {
  level: 'wrong',
  code: 'practice',
  where: ['practice'],
  what: 'should be left out of the configuration: practice wallets are for a look at a page.',
};

/** A coin under another name, with other decimals, or a test network without its mark misleads people about money. */
function compareWithKnown({
  place,
  ...network
}: ConfiguredNetwork & { readonly place: string }): readonly Finding[] {
  const known = publicFamilies
    .flatMap(({ networks }) => Object.values(networks))
    .find(({ id }) => id === network.id);
  if (known === undefined) return [];
  const wrong = (['symbol', 'decimals', 'isTest'] as const).filter((name) => network[name] !== known[name]);
  return wrong.map((name) => ({
    ...{ level: 'wrong', code: 'network', where: [`${place}.${name}`] },
    what: `should be ${JSON.stringify(known[name]) ?? 'left out'} for ${network.id}.`,
  }));
}

/** Wallets choose their identities, so another one may be right. */
function noteIdentity(identity: unknown, place: string): readonly Finding[] {
  const known: readonly unknown[] = [...publicIdentities, paired].map((one) => one.identity);
  if (known.includes(identity)) return [];
  const what = `is “${identity}”, and no wallet with this identity is known here. Known: ${known.join(', ')}. Keep it only if the wallet’s documents name it.`;
  return [{ level: 'hint', code: 'identity', where: [place], what }];
}
