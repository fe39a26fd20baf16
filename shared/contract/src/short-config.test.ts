import { describe, expect, it } from 'vitest';
import type { Network } from './network.ts';
import { type NetworkName, publicFamilies } from './public-networks.ts';
import { expandConfig, type PracticeData, type ShortConfig } from './short-config.ts';

interface Expanded {
  readonly families: readonly {
    readonly id: string;
    readonly remote: { readonly package: string; readonly options?: unknown };
    readonly networks: readonly { readonly id: string }[];
  }[];
  readonly [field: string]: unknown;
}

const expand = (config: Partial<ShortConfig>, practice?: PracticeData) =>
  expandConfig({ title: 'Quay', ...config }, practice) as Expanded;

/** The families of a configuration, each with the references of its networks. */
const listNetworks = ({ families }: Expanded) =>
  families.map(({ id, networks }) => [id, ...networks.map((one) => one.id.slice(0, 20))].join(' '));

/** The code and the place of a configuration's mistake, and what it should be. */
function mistakeOf(value: unknown, practice?: PracticeData): string {
  try {
    expandConfig(value, practice);
    return 'no mistake';
  } catch (error) {
    const { code, context } = error as { code: string; context: Record<string, string> };
    return `${code} ${context.place}: ${context.expected ?? context.value}`;
  }
}

const own: Network = {
  ...{ id: 'eip155:7', title: 'Quay chain', rpc: ['https://node.example/'], symbol: 'QAY', decimals: 18 },
};
const walletConnect = { projectId: '0123456789abcdef' };
const projectOptions = { walletConnectProjectId: '0123456789abcdef' };
const paired = { identity: 'com.walletconnect', families: ['evm', 'solana'] };
const phantom = { identity: 'app.phantom', families: ['evm', 'solana'] };

describe('the networks of a short configuration', () => {
  it('takes the remotes that it names in place of their packages', () => {
    const near = { name: 'remote-near', url: 'https://remotes.example/remote-near/', root: 'near.json' };
    const config = expandConfig({ title: 'Quay', networks: ['base', 'near'], remotes: { near } });
    expect(config).toMatchObject({
      families: [{ remote: { package: '@linkspan/remote-evm' } }, { remote: near }],
    });
    expect(config).not.toHaveProperty('remotes');
  });

  it.each([
    [{ tron: {} }, 'remotes.tron'],
    [{ near: { name: 'remote-near', url: 'https://remotes.example/' } }, 'remotes.near.root'],
  ])('refuses other remotes: %j', (remotes, place) => {
    expect(() => expandConfig({ title: 'Quay', networks: ['near'], remotes })).toThrow(
      expect.objectContaining({ context: expect.objectContaining({ place }) }),
    );
  });

  it('make one family for each namespace, with its package, title and mark, in the order evm, solana, near', () => {
    const { families } = expand({ networks: ['near', 'solana', 'ethereum'] });
    for (const [at, { id, title, namespace, mark, package: name }] of publicFamilies.entries())
      expect(families[at]).toMatchObject({ id, title, namespace, mark, remote: { package: name } });
    expect(families.map(({ remote }) => remote)).toEqual([
      { package: '@linkspan/remote-evm' },
      { package: '@linkspan/remote-solana' },
      { package: '@linkspan/remote-near' },
    ]);
  });

  it('are in the order given, and their families are the only ones', () => {
    expect(listNetworks(expand({ networks: ['base', 'near-testnet', 'ethereum'] }))).toEqual([
      'evm eip155:8453 eip155:1',
      'near near:testnet',
    ]);
  });

  it('may be given in full, among public ones', () => {
    const config = expand({ networks: ['base', own, 'ethereum'] });
    expect(listNetworks(config)).toEqual(['evm eip155:8453 eip155:7 eip155:1']);
    expect(config.families[0]?.networks[1]).toEqual(own);
  });

  it('are public by 13 names', () => {
    const named: Record<NetworkName, string> = {
      ...{ ethereum: 'eip155:1', base: 'eip155:8453', arbitrum: 'eip155:42161', optimism: 'eip155:10' },
      ...{ polygon: 'eip155:137', bnb: 'eip155:56', avalanche: 'eip155:43114' },
      ...{ 'ethereum-testnet': 'eip155:11155111', 'base-testnet': 'eip155:84532' },
      solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana-testnet': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      ...{ near: 'near:mainnet', 'near-testnet': 'near:testnet' },
    };
    const table = publicFamilies.flatMap(({ networks }) =>
      Object.entries(networks).map(([name, { id }]) => [name, id]),
    );
    expect(table).toEqual(Object.entries(named));
  });

  it('are for tests exactly where their names say so', () => {
    for (const { networks } of publicFamilies)
      for (const [name, { isTest = false }] of Object.entries(networks))
        expect([name, isTest]).toEqual([name, name.endsWith('-testnet')]);
  });
});

describe('what the known wallets need', () => {
  it('is there with the families of these wallets', () => {
    expect(expand({ networks: ['ethereum', 'solana', 'near'] })).toMatchObject({
      identities: [phantom],
      connect: ['https://h4n.app', 'https://logout-bridge-service.intear.tech', 'ws://localhost:*'],
      frames: ['https://wallet.intear.tech'],
      framedBy: ['https://app.safe.global'],
    });
  });

  it.each<[NetworkName, object]>([
    ['base', { framedBy: ['https://app.safe.global'] }],
    ['solana', { connect: ['ws://localhost:*'] }],
    [
      'near',
      {
        connect: ['https://h4n.app', 'https://logout-bridge-service.intear.tech'],
        frames: ['https://wallet.intear.tech'],
      },
    ],
  ])('is for %s alone %j', (name, needs) => {
    const { title: _, families: _families, ...others } = expand({ networks: [name] });
    expect(others).toEqual(needs);
  });

  it('stands beside what is given, and nothing is there twice', () => {
    expect(
      expand({
        networks: ['solana', 'base'],
        identities: [{ identity: 'app.quay', families: ['evm'] }],
        connect: ['https://api.example', 'ws://localhost:*'],
        frames: ['https://wallet.example'],
        framedBy: ['https://app.safe.global', 'https://quay.example'],
      }),
    ).toMatchObject({
      identities: [phantom, { identity: 'app.quay', families: ['evm'] }],
      connect: ['ws://localhost:*', 'https://api.example'],
      frames: ['https://wallet.example'],
      framedBy: ['https://app.safe.global', 'https://quay.example'],
    });
  });

  it('has a given identity in place of a known one of the same name', () => {
    const given = { identity: 'app.phantom', families: ['solana'] };
    expect(expand({ networks: ['solana', 'base'], identities: [given] }).identities).toEqual([given]);
  });
});

describe('WalletConnect', () => {
  it('is offered with a project: to evm and solana, as one row, by its public relay', () => {
    const { families, identities, connect } = expand({
      ...{ networks: ['ethereum', 'solana', 'near'], walletConnect },
    });
    expect(families.map(({ remote }) => remote.options)).toEqual([projectOptions, projectOptions, undefined]);
    expect(identities).toEqual([phantom, paired]);
    expect(connect).toContain('wss://relay.walletconnect.org');
  });

  it('has no row of several families on a page with one, and no relay on a page with none that it pairs', () => {
    const evm = expand({ networks: ['ethereum'], walletConnect });
    expect(evm).toMatchObject({ connect: ['wss://relay.walletconnect.org'] });
    expect(evm).not.toHaveProperty('identities');
    expect(expand({ networks: ['near'], walletConnect })).toEqual(expand({ networks: ['near'] }));
  });
});

describe('a practice page', () => {
  const chain = (id: Network['id']): Network => ({ ...own, id, rpc: ['http://127.0.0.1:8545'] });
  const practice: PracticeData = {
    families: {
      evm: [chain('eip155:31337')],
      solana: [chain('solana:practice')],
      near: [chain('near:practice'), chain('near:second')],
    },
    identities: [{ identity: 'practice.linkspan.wallet', families: ['evm', 'solana', 'near'] }],
    module: '/practice/wallets.js',
    label: 'Practice',
  };
  const short = { networks: ['near', 'base', own], walletConnect, practice: true } as const;

  it('has the practice chains and wallets of the families that it names, and nothing of public wallets', () => {
    const config = expand({ ...short, connect: ['https://api.example'] }, practice);
    expect(listNetworks(config)).toEqual(['evm eip155:31337', 'near near:practice near:second']);
    expect(config.families.map(({ remote }) => remote.options)).toEqual([
      { practice: true },
      { practice: true },
    ]);
    const { families: _, ...others } = config;
    expect(others).toEqual({
      title: 'Quay',
      identities: [{ identity: 'practice.linkspan.wallet', families: ['evm', 'near'] }],
      connect: ['https://api.example'],
      practice: { module: '/practice/wallets.js', label: 'Practice' },
    });
  });

  it('needs the package of practice, and says how to install it', () => {
    expect(mistakeOf({ title: 'Quay', ...short })).toBe(
      'config/malformed practice: the package @linkspan/practice installed: npm install --save-dev @linkspan/practice',
    );
  });

  it('is not made because the package is there', () => {
    expect(expand({ networks: ['base'] }, practice)).toEqual(expand({ networks: ['base'] }));
  });
});

describe('a configuration', () => {
  it('is returned as it is if it lists families', () => {
    const long = { title: 7, families: 'none', practice: {} };
    expect(expandConfig(long)).toBe(long);
  });

  it('keeps its other fields', () => {
    const others = {
      $schema: './wallets.schema.json',
      brand: { radius: 3 },
      telemetry: { url: 'https://collector.example/' },
      links: [{ title: 'Terms', url: '/terms' }],
      app: { connect: ['https://api.example'] },
    };
    expect(expand({ networks: ['base'], ...others })).toMatchObject({ title: 'Quay', ...others });
    expect(expand({ networks: ['base'], ...others })).not.toHaveProperty('networks');
  });

  it.each<[value: unknown, mistake: string]>([
    [undefined, 'malformed the value: an object'],
    [[], 'malformed the value: an object'],
    [{ title: 'Quay' }, 'malformed networks: given: a list such as ["ethereum", "solana"], or “families”'],
    [
      { title: 'Quay', families: [], networks: ['base'] },
      'malformed networks: left out, because the configuration has families too',
    ],
    [{ networks: ['base'] }, 'malformed title: given: one line of 1 to 60 characters'],
  ])('is refused as %j: %s', (value, mistake) => {
    expect(mistakeOf(value)).toContain(`config/${mistake}`);
  });

  const id = 'eip155:7';
  it.each<[field: object, mistake: string]>([
    [{ networks: 'base' }, 'malformed networks: a list'],
    [{ networks: [] }, 'malformed networks: a list of 1 to 100'],
    [{ networks: ['base', 'etherum'] }, 'malformed networks[1]: ethereum, base, arbitrum, optimism, polygon'],
    [{ networks: ['toString'] }, 'malformed networks[0]: ethereum'],
    [{ networks: ['base', 7] }, 'malformed networks[1]: ethereum'],
    [{ networks: [null] }, 'malformed networks[0]: ethereum'],
    [{ networks: [{}] }, 'malformed networks[0].id: given: a CAIP-2 network id such as eip155:1'],
    [{ networks: [{ id: 7 }] }, 'malformed networks[0].id: a CAIP-2 network id'],
    [
      { networks: ['base', 'near', { id: 'tron:0x2b6653dc' }] },
      'malformed networks[2]: of the namespace eip155, solana, near; for another chain, list “families”',
    ],
    [{ networks: ['base', 'near', 'base'] }, 'duplicate networks[2]: eip155:8453'],
    [{ networks: ['ethereum', { id: 'eip155:1' }] }, 'duplicate networks[1]: eip155:1'],
    [{ network: ['base'] }, 'malformed network: left out: it is not a known field'],
    [{ walletConnect: 'x' }, 'malformed walletConnect: an object'],
    [{ walletConnect: {} }, 'malformed walletConnect.projectId: given: the id of a project of WalletConnect'],
    [{ walletConnect: { projectId: '' } }, 'malformed walletConnect.projectId: the id of a project'],
    [{ practice: { module: '/practice.js', label: 'Practice' } }, 'malformed practice: true'],
    [{ practice: false }, 'malformed practice: true'],
    [{ identities: {} }, 'malformed identities: a list'],
    [{ connect: 'https://api.example' }, 'malformed connect: a list'],
    [{ frames: [7] }, 'malformed frames[0]: an origin'],
    [{ framedBy: [null] }, 'malformed framedBy[0]: an origin'],
    [{ $schema: 7 }, 'malformed $schema: a text'],
  ])('is refused with %j: %s', (changes, mistake) => {
    expect(mistakeOf({ title: 'Quay', networks: [{ ...own, id }], ...changes })).toContain(
      `config/${mistake}`,
    );
  });
});
