import { cleanText, type LineKind, type RequestLine, tryTo } from '@linkspan/contract';

// The lines by which a person compares a request with the wallet's window.

/** As many lines as a person is shown, not counting what moves something; of a text beside others; and of all. */
const [mostLines, mostTexts, mostOfAll] = [80, 20, 299];
/** How long a line and its name may be: `RequestLine`. */
const mostName = 120;
const mostOf = ({ is }: RequestLine) => (is === 'text' ? 2_000 : 300);

/** Who receives, who may spend, and what goes: never left out for the sake of other lines. */
const alwaysShown: readonly LineKind[] = ['recipient', 'spender', 'amount', 'paid', 'tokens', 'creation'];
/** Kinds that move nothing, by themselves or by what belongs to them. */
const stillKinds: readonly LineKind[] = ['text', 'field', 'domain', 'network', 'type', 'call'];

/** The lines as they are shown, and one more if that is not all. */
export function toShown(lines: readonly RequestLine[]): { readonly lines: readonly RequestLine[] } {
  const kept = pickLines(lines);
  const shown = lines.filter((_, at) => kept.has(at));
  const leftOut = lines.filter((_, at) => !kept.has(at));
  const cut = shown.map(({ name, ...line }) => ({
    ...line,
    ...(name !== undefined && { name: name.slice(0, mostName) }),
    value: line.value.slice(0, mostOf(line)),
  }));
  if (leftOut.length === 0 && shown.every(isShort)) return { lines: cut };
  const moves = leftOut.some((line) => isFirst(line) || !stillKinds.includes(line.is));
  const warning = moves && ({ warning: 'moves' } as const);
  return { lines: [...cut, { is: 'more', value: String(leftOut.length), ...warning }] };
}

function isFirst({ is, warning }: RequestLine): boolean {
  return warning !== undefined || alwaysShown.includes(is);
}

/** By their places: what moves something, with the number of its call; then others, texts in the room that they leave. */
function pickLines(lines: readonly RequestLine[]): ReadonlySet<number> {
  const kept = new Set<number>();
  const others: number[] = [];
  let call: number | undefined;
  for (const [at, line] of lines.entries()) {
    if (line.is === 'call') call = at;
    const together = call === undefined || kept.has(call) ? [at] : [call, at];
    if (isFirst(line) && kept.size + together.length <= mostOfAll) for (const one of together) kept.add(one);
    else others.push(at);
  }
  const room = Math.min(mostLines, mostOfAll - kept.size);
  const left = others.filter((at) => !kept.has(at));
  const isText = (at: number) => lines[at]?.is === 'text';
  const texts = left.filter(isText);
  const roomOfTexts = Math.max(mostTexts, room - (left.length - texts.length));
  const noRoom = new Set(texts.slice(roomOfTexts));
  for (const at of left.filter((one) => !noRoom.has(one)).slice(0, room)) kept.add(at);
  return kept;
}

function isShort({ name = '', ...line }: RequestLine): boolean {
  return isSame(name, mostName) && isSame(line.value, mostOf(line));
}

/** Whether a text is shown as it is, apart from its blanks. */
function isSame(given: string, max: number): boolean {
  const toWords = (text: string) => text.replace(/\s+/g, ' ').trim();
  return given.length <= max && toWords(cleanText(given, max)) === toWords(given);
}

/** Characters that no text has, apart from line breaks and tabs: controls, and what stands for bytes that are not UTF-8. */
const odd = /(?![\t\n\v\f\r\x85])[\p{Cc}\uFFFD]/gu;

/**
 * A text has a line for each of its own. Beside a text with odd characters, and in place of bytes that have hardly any other,
 * are the bytes.
 */
export function toMessageLines(bytes: Uint8Array): readonly RequestLine[] {
  const text = readText(bytes);
  const count = text.match(odd)?.length ?? 0;
  if (count === 0) return toTextLines(text);
  const data = { is: 'data', value: toHex(bytes) } as const;
  return count * 4 > text.length ? [data] : [...toTextLines(text.replace(odd, '\uFFFD')), data];
}

/** The lines of a text that is to be signed, without those that are blank. */
export function toTextLines(text: string): readonly RequestLine[] {
  const lines = text.split(/[\n\v\f\r\x85\u2028\u2029]/).filter((line) => line.trim() !== '');
  return lines.map((value) => ({ is: 'text', value }));
}

/** The lines of a message that is to be signed: the site that it signs in to, if that is another, and its text. */
export function toSignedLines(message: Uint8Array | string): readonly RequestLine[] {
  const isText = typeof message === 'string';
  const lines = isText ? toTextLines(message) : toMessageLines(message);
  return [...toSiteLines(isText ? message : readText(message)), ...lines];
}

/** Bytes as UTF-8, with a sign for those that are none. */
function readText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** EIP-4361, "Message Format", and Sign-In With Solana: what follows the site that a text signs in to. */
const signIn = /(?<=\S) wants you to sign in with your /gi;

/**
 * Names the first other site than this page's that a text signs in to, wherever it says so: whoever has the signature can sign
 * in there, and not every server reads a text from its beginning.
 */
function toSiteLines(given: string): readonly RequestLine[] {
  const text = cleanText(given, given.length);
  for (const { index } of text.matchAll(signIn)) {
    const said = text.slice(text.lastIndexOf(' ', index - 1) + 1, index);
    const [, scheme, site = ''] = /^(?:([a-z][a-z\d+.-]*:)\/\/)?(.*)$/i.exec(said) ?? [];
    if (!isOwnSite(site, scheme)) return [{ is: 'domain', value: site, warning: 'other-site' }];
  }
  return [];
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

/** As many bytes of unreadable data as are shown. */
const mostShownBytes = 36;

/** Data that the remote cannot read. */
export function toDataLine(bytes: Uint8Array): RequestLine {
  const more = bytes.length > mostShownBytes ? '…' : '';
  const value = `${toHex(bytes.subarray(0, mostShownBytes))}${more}`;
  return { is: 'data', value, bytes: bytes.length };
}

function toHex(bytes: Uint8Array): string {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
