import { expect, it } from 'vitest';
import { toPublicPage } from '../site/public-page.ts';
import { inspectConfig } from './config.ts';

/** What is found of a configuration whose nodes do not answer, by field. */
async function inspect(page: object, origin = 'https://wallets.example') {
  const fetch = async () => new Response('', { status: 503 });
  const findings = await inspectConfig(page as never, { fetch, origin, deadlineMs: 1_000 });
  return findings.filter(({ code }) => !code.startsWith('node')).map(({ where, what }) => `${where} ${what}`);
}

const network = { id: 'eip155:56', rpc: ['https://node.example/'], symbol: 'BNB', decimals: 18 };
const withNetwork = (changes: object) => ({ families: [{ networks: [{ ...network, ...changes }] }] });

it('nothing is wrong with the configuration that a team begins with', async () => {
  expect(await inspect(toPublicPage({ title: 'Quay', remotes: '/remotes/' }))).toEqual([]);
});

it.each<[string, object, string]>([
  ['practice wallets', { ...withNetwork({}), practice: {} }, 'practice should be left out'],
  [
    'the symbol of another coin',
    withNetwork({ symbol: 'ETH' }),
    'families[0].networks[0].symbol should be "BNB"',
  ],
  [
    'a test mark on money',
    withNetwork({ isTest: true }),
    'families[0].networks[0].isTest should be left out',
  ],
  [
    'no test mark on a test network',
    withNetwork({ id: 'eip155:11155111', symbol: 'ETH' }),
    'families[0].networks[0].isTest should be true for eip155:11155111.',
  ],
  [
    'an identity that no wallet has',
    { ...withNetwork({}), identities: [{ identity: 'app.phantom' }, { identity: 'app.phantm' }] },
    'identities[1].identity is “app.phantm”, and no wallet with this identity is known here. Known: app.phantom,',
  ],
])('names the field of %s, and the right value', async (_, page, expected) => {
  expect(await inspect(page)).toEqual([expect.stringContaining(expected)]);
});

it('says nothing of a network that it does not know, nor of practice on this machine', async () => {
  expect(await inspect(withNetwork({ id: 'eip155:31337', symbol: 'COIN' }))).toEqual([]);
  expect(await inspect({ ...withNetwork({}), practice: {} }, 'http://localhost:4300')).toEqual([]);
});
