import { LinkspanError } from './error.ts';
import { isOrigin, type Needs, needsShape } from './needs.ts';
import { isLocalNetwork, type Network } from './network.ts';
import { dictionary, integer, list, Malformed, oneOf, record, type Shape, text } from './shape.ts';
import { field, tryTo } from './thrown.ts';

/**
 * The configuration that a remote accepts for its family, as data in its manifest: a deploy, which knows no chain, refuses
 * any other.
 */
export interface Accepts {
  /** The CAIP-2 namespace. */
  readonly namespace: string;
  readonly networks: {
    /** The form of a CAIP-2 reference, as a regular expression of the whole. */
    readonly reference: string;
    /** Of the native coin. */
    readonly decimals: number;
    /** References of public networks by the names that people call them. */
    readonly known: Readonly<Record<string, string>>;
    /** Others of this form are public networks too. Else any other is refused, unless its nodes run on this machine. */
    readonly isOpen?: true;
  };
  /** By the name of each option. */
  readonly options: Readonly<Record<string, AcceptedOption>>;
  /**
   * The needs of wallets, by their ids. A page whose policy does not allow all of a wallet's needs offers it only if it is
   * installed, and its deploy names the missing origins.
   */
  readonly needs?: Needs;
}

/**
 * `true` alone, a text, an http(s) address, a list of objects of such fields, whose `id` is unique, or an http(s) or ws(s)
 * address that the code of a wallet reaches in place of an origin in `needs`.
 */
export type AcceptedOption =
  | 'true'
  | 'text'
  | 'address'
  | { readonly list: Readonly<Record<string, 'text' | 'address'>> }
  | { readonly replaces: string };

/** The part of a family's configuration that its remote checks. */
export interface AcceptedFamily {
  readonly namespace: string;
  readonly networks: readonly Network[];
  readonly remote: { readonly options?: unknown };
}

/**
 * Refuses a family's configuration that its remote does not accept. `declared` is a manifest's `accepts`; an unreadable
 * one, of a newer form, refuses nothing. Throws `config/malformed` with the field below `place` and its expected form.
 */
export function assertAccepts(declared: unknown, family: AcceptedFamily, place: string): void {
  const accepts = tryTo(() => acceptsShape(declared, 'accepts'));
  if (accepts === undefined) return;
  try {
    assertNetworks(accepts, family, place);
    const options = Object.entries(accepts.options).map(([name, option]) => [name, toShape(option)]);
    record({}, Object.fromEntries(options))(family.remote.options ?? {}, `${place}.remote.options`);
  } catch (cause) {
    if (!(cause instanceof Malformed)) throw cause;
    throw new LinkspanError('config/malformed', { place: cause.place, expected: cause.expected }, { cause });
  }
}

function assertNetworks({ namespace, networks: rules }: Accepts, family: AcceptedFamily, place: string) {
  if (family.namespace !== namespace) throw new Malformed(`${place}.namespace`, namespace);
  for (const [index, network] of family.networks.entries()) {
    const at = `${place}.networks[${index}]`;
    const reference = network.id.slice(namespace.length + 1);
    if (!isAccepted(reference, network, rules))
      throw new Malformed(`${at}.id`, sayId(namespace, reference, rules));
    if (network.decimals !== rules.decimals) throw new Malformed(`${at}.decimals`, String(rules.decimals));
  }
}

type Rules = Accepts['networks'];

function isAccepted(reference: string, network: Network, { reference: form, known, isOpen }: Rules): boolean {
  if (!new RegExp(`^(?:${form})$`).test(reference)) return false;
  return isOpen === true || Object.values(known).includes(reference) || isLocalNetwork(network);
}

/** The most likely intended id, else the known ones. */
function sayId(namespace: string, reference: string, { known, isOpen }: Rules): string {
  const toId = (one: string) => `${namespace}:${one}`;
  const named = Object.entries(known).find(([name]) => name === reference.toLowerCase())?.[1];
  const number = Number(reference);
  const meant = named ?? (isOpen && number > 0 && Number.isSafeInteger(number) ? String(number) : reference);
  if (meant !== reference) return toId(meant);
  const ids = Object.entries(known).map(([name, one]) => `${toId(one)} (${name})`);
  return `${ids.join(', ')}, or another id of this form${isOpen ? '' : ' whose nodes run on this machine'}`;
}

function toShape(option: AcceptedOption): Shape<unknown> {
  if (option === 'true') return oneOf([true]);
  if (option === 'text') return text('1 to 90 characters', (value) => value.trim() !== '', 90);
  if (option === 'address')
    return text('an http(s) address', (value) => /^https?:\/\//.test(value) && URL.canParse(value));
  if ('replaces' in option)
    return text(
      'an http(s) or ws(s) address',
      (value) => /^(http|ws)s?:\/\//.test(value) && URL.canParse(value),
    );
  const fields = Object.entries(option.list).map(([name, one]) => [name, toShape(one)] as const);
  const all = list(record(Object.fromEntries(fields)), 100);
  return (value, place) => {
    const items = all(value, place) as readonly { readonly id?: unknown }[];
    const again = items.findIndex(
      ({ id }, at) => id !== undefined && items.findIndex((one) => one.id === id) < at,
    );
    if (again >= 0) throw new Malformed(`${place}[${again}].id`, 'another one than those before it');
    return items;
  };
}

/** The form of `accepts`, for builds. Throws `Malformed`. Its shapes are made when it runs, so that a bundle can drop them. */
export function acceptsShape(value: unknown, place: string): Accepts {
  const name = text('a name', undefined, 60);
  const reference = text('a CAIP-2 reference', (one) => /^[-_a-zA-Z0-9]{1,32}$/.test(one));
  const kind = oneOf(['true', 'text', 'address']);
  const fields = record({ list: dictionary(name, oneOf(['text', 'address']), 20) });
  const replaced = record({ replaces: text('a whole origin', isOrigin) });
  const option: Shape<AcceptedOption> = (one, at) => {
    if (typeof one === 'string') return kind(one, at);
    return (field(one, 'replaces') === undefined ? fields : replaced)(one, at);
  };
  const networks = record(
    {
      reference: text('a regular expression', (one) => tryTo(() => new RegExp(one)) !== undefined, 200),
      decimals: integer(0, 77),
      known: dictionary(name, reference, 20),
    },
    { isOpen: oneOf([true]) },
  );
  const namespace = text('a CAIP-2 namespace', (one) => /^[-a-z0-9]{3,8}$/.test(one));
  const shape = record({ namespace, networks, options: dictionary(name, option, 50) }, { needs: needsShape });
  return shape(value, place) as Accepts;
}
