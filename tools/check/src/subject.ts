import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { evmChainIds, type Family, families, familyIds } from '@linkspan/practice/families';
import { readSubject, type Subject } from '@linkspan/release/practice-page';
import { Plain } from '@linkspan/stack/say';

/**
 * The subject of a remote: its team's own, in a file, else the practice wallets and chains of its family. Throws `Plain` if
 * there is neither.
 */
export async function findSubject(remote: string, file: string): Promise<Subject> {
  if (
    await access(file).then(
      () => true,
      () => false,
    )
  )
    return readSubject(file);
  const family = familyIds.find((id) => families[id].remote === remote);
  if (family !== undefined) return toPracticeSubject(family);
  throw new Plain(
    `There is no ${file}, with a wallet and a chain to try ${remote} with, so its behavior cannot be checked.`,
  );
}

function toPracticeSubject(id: Family): Subject {
  const { title, namespace, mark, coin, networks, accounts } = families[id];
  const someone = accounts[0].find(({ name }) => name === 'Lantern');
  return {
    family: {
      ...{ id, title, namespace, mark, options: { practice: true } },
      networks: networks.map((one) => ({ id: one.id, title: one.title, ...coin })),
    },
    startChain: starters[id],
    wallet: pathToFileURL(createRequire(import.meta.url).resolve('@linkspan/check/practice')),
    recipient: someone?.address ?? '',
  };
}

const url = (port: number, scheme = 'http') => `${scheme}://127.0.0.1:${port}`;

/** Each family's chain brings its own libraries, and its program has to be installed. */
const starters: Readonly<Record<Family, Subject['startChain']>> = {
  async evm() {
    const { startAnvil } = await import('@linkspan/practice/chains/evm');
    const chains = await Promise.all(evmChainIds.map(startAnvil));
    return {
      rpc: chains.map(({ port }) => url(port)),
      close: async () => void (await Promise.all(chains.map((chain) => chain.stop()))),
    };
  },
  async solana() {
    const { startSolana } = await import('@linkspan/practice/chains/solana');
    const { port, wsPort, stop } = await startSolana({ port: 0, wsPort: 0, now: Date.now });
    const paths = (base: string) =>
      families.solana.networks.map((one) => `${base}${'path' in one ? one.path : ''}`);
    return { rpc: paths(url(port)), ws: paths(url(wsPort, 'ws')), close: stop };
  },
  async near() {
    const { startNearFixture } = await import('@linkspan/practice/chains/near');
    const { port, stop } = await startNearFixture({ port: 0, now: Date.now });
    const rpc = families.near.networks.map((one) => `${url(port)}${'path' in one ? one.path : ''}`);
    return { rpc, close: stop };
  },
};
