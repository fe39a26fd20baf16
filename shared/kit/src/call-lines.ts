import { cleanText, type RequestLine, tryTo } from '@linkspan/contract';

/** As many lines as a person is shown, and how long each and its name may be: `CallIntent`. */
const mostLines = 80;
const mostValue = 300;
const mostName = 120;

/** The lines as they are shown, and whether the request has more than they show. */
export function toShown(lines: readonly RequestLine[]) {
  const isShort = ({ name = '', value }: RequestLine) => isSame(name, mostName) && isSame(value, mostValue);
  const isWhole = lines.length <= mostLines && lines.every(isShort);
  const shown = lines.slice(0, mostLines).map(({ name, value, ...line }) => ({
    ...line,
    ...(name !== undefined && { name: name.slice(0, mostName) }),
    value: value.slice(0, mostValue),
  }));
  return { lines: shown, ...(!isWhole && { isPartial: true as const }) };
}

/** Whether a text is shown as it is, apart from its blanks. */
function isSame(given: string, max: number): boolean {
  const toWords = (text: string) => text.replace(/\s+/g, ' ').trim();
  return given.length <= max && toWords(cleanText(given, max)) === toWords(given);
}

/** The lines of a text that is to be signed, without those that are blank. */
export function toTextLines(text: string): readonly RequestLine[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((value) => ({ is: 'text', value }));
}

/** EIP-4361, "Message Format", as CAIP-122 has it for all chains: the scheme and the authority of the site that a text signs in to. */
const signIn = /^(?:([a-z][a-z\d+.-]*:)\/\/)?(\S+) wants you to sign in with your .+ account:$/i;

/** Names the site of a sign-in, if that is not this page's: whoever has the signature can sign in there. */
export function toSiteLines([first]: readonly RequestLine[]): readonly RequestLine[] {
  const [, scheme, site] = (first?.is === 'text' && signIn.exec(first.value.trim())) || [];
  if (site === undefined || isOwnSite(site, scheme)) return [];
  return [{ is: 'domain', value: site, warning: 'other-site' }];
}

/** Whether an authority is that of this page. */
export function isOwnSite(site: string, scheme?: string): boolean {
  const { host, protocol } = window.location;
  return (
    (scheme ?? protocol).toLowerCase() === protocol &&
    !/[/\\?#@]/.test(site) &&
    tryTo(() => new URL(`${protocol}//${site}`).host) === host
  );
}
