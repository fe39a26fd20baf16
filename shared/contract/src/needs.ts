import { dictionary, list, record, type Shape, text } from './shape.ts';
import { field, tryTo } from './thrown.ts';

/** What a page's configuration must have for a wallet: origins that its code reaches by itself, and options of its family. */
export interface WalletNeeds {
  /** https or wss origins, such as `wss://relay.example`, and `localSockets`. */
  readonly connect?: readonly string[];
  /** https origins that it shows in a frame, such as `https://wallet.example`. */
  readonly frames?: readonly string[];
  /** https origins that show the page in a frame, such as `https://app.safe.global`. */
  readonly framedBy?: readonly string[];
  /** Names among the options of the family, such as `walletConnectProjectId`. */
  readonly options?: readonly string[];
}

/** The origins that a page's configuration allows. */
type Allowed = Omit<WalletNeeds, 'options'>;

/** The needs of wallets, by their ids. */
export type Needs = Readonly<Record<string, WalletNeeds>>;

/** Sockets of apps on the device itself, at whatever port: the one address with a pattern that a page may allow. */
export const localSockets = 'ws://localhost:*';

/** True for a whole origin as a browser writes it, such as `https://wallet.example`: no path, user, pattern or `/` at its end. */
export function isOrigin(value: string): boolean {
  return /^\w+:\/\/[a-z0-9.-]+(:\d+)?$/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

/** The form of `needs` in what a remote accepts. Throws `Malformed`. */
export function needsShape(value: unknown, place: string): Needs {
  const origin = (form: RegExp, expected: string, other?: string) =>
    list(
      text(`${expected}, without a path`, (one) => one === other || (form.test(one) && isOrigin(one))),
      20,
    );
  const needs = record(
    {},
    {
      connect: origin(/^(https|wss):/, 'a whole https or wss origin', localSockets),
      frames: origin(/^https:/, 'a whole https origin'),
      framedBy: origin(/^https:/, 'a whole https origin'),
      options: list(text('the name of an option', undefined, 60), 20),
    },
  ) as Shape<WalletNeeds>;
  return dictionary(text('the id of a wallet', undefined, 90), needs, 100)(value, place);
}

/**
 * The wallets of a release that a page may not offer, by their ids, each with what the page's configuration lacks for it.
 * `declared` is a manifest's `accepts`, whose form its build has checked; an unreadable one, of a newer form, needs nothing.
 * An address in the family's `options` may replace an origin.
 */
export function missingRequirements(
  declared: unknown,
  allowed: Allowed,
  options?: unknown,
): ReadonlyMap<string, WalletNeeds> {
  const needs = Object.entries((field(declared, 'needs') ?? {}) as Needs);
  const replaced = toReplaced(declared, options);
  const page = { allowed, options, replaced };
  const unmet = tryTo(() => needs.map(([id, need]) => [id, toUnmet(need, page)] as const)) ?? [];
  return new Map(unmet.filter(([, need]) => Object.keys(need).length > 0));
}

/** Replaced origins of needs, each with that of the address in the options. */
function toReplaced(declared: unknown, options: unknown): ReadonlyMap<string, string> {
  const pairs = Object.entries(Object(field(declared, 'options'))).flatMap(([name, option]) => {
    const [origin, address] = [field(option, 'replaces'), field(options, name)];
    if (typeof origin !== 'string' || typeof address !== 'string' || !URL.canParse(address)) return [];
    return [[origin, new URL(address).origin] as const];
  });
  return new Map(pairs);
}

function toUnmet(
  need: WalletNeeds,
  {
    allowed,
    options,
    replaced,
  }: {
    readonly allowed: Allowed;
    readonly options: unknown;
    readonly replaced: ReadonlyMap<string, string>;
  },
): WalletNeeds {
  const fields = (['connect', 'frames', 'framedBy'] as const).map((name) => {
    const origins = need[name]?.map((origin) => replaced.get(origin) ?? origin);
    return [name, lacking(origins, allowed[name])] as const;
  });
  const missing = need.options?.filter((name) => field(options, name) === undefined) ?? [];
  return Object.fromEntries(
    [...fields, ['options', missing] as const].filter(([, names]) => names.length > 0),
  );
}

/** The origins that none of these addresses allows. A path allows less than its origin. */
function lacking(origins: readonly string[] = [], addresses: readonly string[] = []): readonly string[] {
  const toFolder = (address: string) => new URL(address).href.split(/[?#]/)[0];
  const allowed = addresses.map((address) => (address === localSockets ? address : toFolder(address)));
  return origins.filter((origin) => !allowed.includes(origin === localSockets ? origin : `${origin}/`));
}
