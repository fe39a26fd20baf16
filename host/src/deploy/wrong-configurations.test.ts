import { LinkspanError } from '@linkspan/contract';
import { expect, it } from 'vitest';
import { parseConfig, toMistake } from '../config.ts';
import { toPublicConfig } from '../testing/public-config.ts';
import { sayMistake } from './say-mistake.ts';

const text = JSON.stringify(
  toPublicConfig(
    { title: 'Quay', networks: ['ethereum', 'base', 'solana', 'near'] },
    'https://remotes.example/',
  ),
);

/** What a deploy says of a page’s configuration after one edit. */
function sayAfter(path: string, value: unknown): string {
  const page = JSON.parse(text);
  const names = path.split('.');
  const last = names.pop() as string;
  const owner = names.reduce((one, name) => one[name], page);
  if (value === undefined) Reflect.deleteProperty(owner, last);
  else owner[last] = value;
  try {
    parseConfig(page);
    return 'no mistake';
  } catch (error) {
    return sayMistake(error) ?? 'no sentence';
  }
}

const network = 'families.0.networks.0';
const remote = 'families.1.remote';

it.each<[path: string, value: unknown, field: string, right: string]>([
  ['title', '', 'title', 'one line of 1 to 60 characters'],
  ['familes', [], 'familes', 'left out: it is not a known field'],
  ['families.0.id', 'EVM', 'families[0].id', 'a family id such as evm'],
  ['families.2.id', 'evm', 'families[2].id', 'evm'],
  ['families.0.namespace', 'Ethereum', 'families[0].namespace', 'a CAIP-2 namespace such as eip155'],
  ['families.0.mark.hue', 361, 'families[0].mark.hue', '0 to 360'],
  ['families.0.networks', [], 'families[0].networks', 'a list of 1 to 50'],
  [`${network}.id`, '1', 'families[0].networks[0].id', 'a CAIP-2 network id such as eip155:1'],
  [`${network}.id`, 'near:mainnet', 'families[0].networks[0].id', 'namespace, eip155'],
  [`${network}.id`, 'eip155:8453', 'families[0].networks[1].id', 'eip155:8453'],
  [`${network}.rpc`, 'https://node.example/', 'families[0].networks[0].rpc', 'a list'],
  [`${network}.rpc.0`, 'http://node.example/', 'families[0].networks[0].rpc[0]', 'an https address'],
  [`${network}.rpc.0`, 'node.example', 'families[0].networks[0].rpc[0]', 'an https address'],
  [
    `${network}.rpc.0`,
    'https://me:secret@node.example/',
    'families[0].networks[0].rpc[0]',
    'without a password',
  ],
  [`${network}.decimals`, '18', 'families[0].networks[0].decimals', '0 to 77'],
  [`${network}.symbol`, 'A-LONG-SYMBOL', 'families[0].networks[0].symbol', '1 to 12 characters'],
  [`${network}.explorer`, 'https://etherscan.io/tx/', 'families[0].networks[0].explorer', '{transaction}'],
  [`${network}.isTest`, false, 'families[0].networks[0].isTest', 'true'],
  ['families.1.networks.0.ws', 'ws://node.example', 'families[1].networks[0].ws', 'a wss address'],
  [`${remote}.name`, 'Solana', 'families[1].remote.name', 'a remote name such as remote-evm'],
  [`${remote}.url`, 'https://remotes.example/remote-solana', 'families[1].remote.url', 'ends in /'],
  [
    `${remote}.url`,
    'https://remotes.example/remote-evm/',
    'families[1].remote.url',
    'remotes.example/remote-evm/',
  ],
  [`${remote}.live`, '', 'families[1].remote.live', 'the path of a file'],
  ['identities.0.identity', 'Phantom', 'identities[0].identity', 'a reverse domain name in small letters'],
  ['identities.0.families.1', 'solanna', 'identities[0].families[1]', 'evm, solana, near'],
  ['connect.0', 'ws://relay.example', 'connect[0]', 'an https or wss address'],
  ['frames.0', 'https://wallet.intear.tech/', 'frames[0]', 'without a path or a / at its end'],
  ['framedBy.0', '*', 'framedBy[0]', 'a whole https origin'],
  [
    'links',
    [{ title: 'Terms', url: 'terms.html' }],
    'links[0].url',
    'a path of this site that begins with /',
  ],
  ['practice', true, 'practice', 'an object'],
  ['telemetry', { url: 'http://collector.example/' }, 'telemetry.url', 'an https address'],
])('%s as %j is refused at %s with the right value: %s', (path, value, field, right) => {
  const said = sayAfter(path, value);
  expect(said).toContain(field);
  expect(said).toContain(right);
});

it.each([
  [
    toMistake('app/index.html, line 3', 'without <object>'),
    'The application was not deployed. index.html, line 3: it should be without <object>.',
  ],
  [
    toMistake('app.images[0]', 'an address'),
    'The configuration has a mistake at app.images[0]. It should be an address. Correct that field and start again.',
  ],
  [new LinkspanError('config/duplicate', { place: 'families[1].id', value: 'evm' }), 'families[1].id'],
])('says why a deploy was refused: %s', (error, sentence) => {
  expect(sayMistake(error)).toContain(sentence);
});

it('says nothing of a fault of the deploy itself', () => {
  expect(sayMistake(new Error('EACCES'))).toBeUndefined();
});
