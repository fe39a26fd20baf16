import { Misshapen, record, type Shape, text } from '@linkspan/contract';

/** What a deployed page offers to the remotes that it loads. */
export interface HostOffer {
  /** The contract, `major.minor`. */
  readonly contract: string;
  /** The libraries that it shares, each with its version. */
  readonly offered: Readonly<Record<string, string>>;
}

/** The file beside a deployed page that says so. */
export const hostOfferName = 'linkspan.json';

const version = text('a version', undefined, 64);
const libraries: Shape<HostOffer['offered']> = (value, place) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Misshapen(place, 'an object of versions');
  const entries = Object.entries(value).slice(0, 100);
  return Object.freeze(
    Object.fromEntries(entries.map(([name, one]) => [name, version(one, `${place}.${name}`)])),
  );
};
const fields: Shape<HostOffer> = record({
  contract: text('a contract such as 1.0', (value) => /^\d{1,4}\.\d{1,4}$/.test(value)),
  offered: libraries,
});

/** An offer from the text of its file; fields that are not known are left to newer readers. Throws `Misshapen`. */
export function parseHostOffer(content: string): HostOffer {
  const value: unknown = parseJson(content);
  const { contract, offered } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Partial<HostOffer>;
  return fields({ contract, offered }, hostOfferName);
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw Object.assign(new Misshapen(hostOfferName, 'JSON'), { cause });
  }
}
