import type { FamilyId } from '@linkspan/contract';
import { type NetworkName, publicFamilies } from '@linkspan/contract/public-networks';
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

/** The name of a public network, as `@linkspan/vite` takes it. */
export type Network = NetworkName;

/** The family of each network. */
export const families = Object.fromEntries(
  publicFamilies.flatMap(({ id, networks }) => Object.keys(networks).map((name) => [name, id])),
) as Readonly<Record<Network, FamilyId>>;

/** What is taken where nobody can be asked, and for an empty answer. */
export const defaults: Choices = {
  framework: 'react',
  networks: ['ethereum', 'solana', 'near'],
  practice: false,
};

/** The families of networks, in the order of these. */
export function familiesOf(networks: Choices['networks']): readonly FamilyId[] {
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
