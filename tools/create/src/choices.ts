import { Refusal } from './refusal.ts';

/** What an application is made with. */
export interface Choices {
  readonly framework: Framework;
  /** At least one. */
  readonly networks: readonly [Network, ...Network[]];
  /** Whether practice wallets and chains come along. */
  readonly practice: boolean;
}

export const frameworks = ['react', 'vue', 'svelte', 'none'] as const;
export type Framework = (typeof frameworks)[number];

/**
 * The family of each network, by the names that `@linkspan/vite` has for networks. This copy goes once
 * `@linkspan/contract/public-networks` has them: import them from there then.
 */
export const families = {
  ethereum: 'evm',
  base: 'evm',
  arbitrum: 'evm',
  optimism: 'evm',
  polygon: 'evm',
  bnb: 'evm',
  avalanche: 'evm',
  'ethereum-testnet': 'evm',
  'base-testnet': 'evm',
  solana: 'solana',
  'solana-testnet': 'solana',
  near: 'near',
  'near-testnet': 'near',
} as const;
export type Network = keyof typeof families;
type Family = (typeof families)[Network];

/** What is taken where nobody can be asked, and for an empty answer. */
export const defaults: Choices = {
  framework: 'react',
  networks: ['ethereum', 'solana', 'near'],
  practice: false,
};

/** The families of networks, in the order of these. */
export function familiesOf(networks: Choices['networks']): readonly Family[] {
  return [...new Set(networks.map((network) => families[network]))];
}

/** Reads each choice from a text of a person; `what` names it in the sentence. Throws `Refusal`. */
export const parsers: {
  readonly [Name in keyof Choices]: (text: string, what: string) => Choices[Name];
} = {
  framework(text, what) {
    const found = frameworks.find((framework) => framework === text.trim().toLowerCase());
    if (found) return found;
    throw new Refusal(2, `${what} should be react, vue, svelte or none, not “${text}”.`);
  },
  networks(text, what) {
    const names = text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((name) => name !== '');
    const unknown = names.find((name) => !isNetwork(name));
    const [first, ...others] = [...new Set(names.filter(isNetwork))];
    if (unknown === undefined && first !== undefined) return [first, ...others];
    const known = Object.keys(families).join(', ');
    throw new Refusal(2, `${what} should be of ${known}, with commas, not “${unknown ?? text}”.`);
  },
  practice(text, what) {
    const answer = text.trim().toLowerCase();
    if (answer === 'y' || answer === 'yes') return true;
    if (answer === 'n' || answer === 'no') return false;
    throw new Refusal(2, `${what} should be yes or no, not “${text}”.`);
  },
};

function isNetwork(name: string): name is Network {
  return Object.hasOwn(families, name);
}
