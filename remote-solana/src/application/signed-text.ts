import type { RequestLine, Signed } from '@linkspan/contract';
import { addressOf, list, Malformed, record, text, tryTo } from '@linkspan/contract';
import { check } from '@linkspan/kit/check';
import { toSignedLines } from '@linkspan/kit/lines';
import { toPerson } from '@linkspan/kit/readers';
import { getBase58Encoder } from '@solana/kit';
import { beginsAsTransaction } from '../compare-signed.ts';
import { signBytes, signInput, toSignInText } from '../sign.ts';
import { isOffChain } from '../verify.ts';
import { type Asked, account, bytes, checkOn, type Reading, toBase64 } from './asked.ts';

const messageParams = record({ message: bytes }, { account });

/** `solana:signMessage`. */
export function readMessageCall(asked: Asked): Reading {
  const { message, account: signer } = messageParams(asked.params, 'params');
  if (!isMessage(message)) throw new Malformed('params.message', 'no message of a transaction');
  const can = asked.connected?.caller.can('solana:signMessage') === true;
  const own = check(asked, { address: signer, can });
  const answer = async () => ({ value: toAnswer(await signBytes(own.caller.signer(own.account), message)) });
  return toPerson(asked, own, { asksFor: 'signature', lines: toSignedLines(message) }, answer);
}

/**
 * Whether the signature of these bytes can be that of no transaction. The byte of a version above 63 also begins a text: it is
 * taken if all is UTF-8, or an off-chain message, whose header belongs to what is signed.
 */
function isMessage(message: Uint8Array): boolean {
  const [first = 0] = message;
  if (first < 0xc0 || isOffChain(message)) return !beginsAsTransaction(message);
  return tryTo(() => new TextDecoder('utf-8', { fatal: true }).decode(message)) !== undefined;
}

/** A line, so that it cannot look like the lines after it in the text. */
const line = text('a text of one line', (one) => one !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(one));
const signInParams = record(
  {},
  {
    ...{
      domain: line,
      address: account,
      statement: line,
      uri: line,
      version: line,
      chainId: line,
      nonce: line,
    },
    ...{ issuedAt: line, expirationTime: line, notBefore: line, requestId: line, resources: list(line, 50) },
  },
);

/** Sign In With Solana. The page fills in the domain and the address, as the standard asks of a wallet. */
export function readSignIn(asked: Asked): Reading {
  const given = signInParams(asked.params, 'params');
  const domain = window.location.host;
  if (given.domain !== undefined && given.domain !== domain)
    throw new Malformed('params.domain', 'the domain of the page');
  const has = asked.connected?.caller.can;
  const needs = { address: given.address, can: !!(has?.('solana:signIn') || has?.('solana:signMessage')) };
  const { chainId } = given;
  const own =
    chainId === undefined
      ? check(asked, needs)
      : checkOn(asked, `solana:${chainId.replace(/^solana:/, '')}`, needs);
  const { caller, address } = own;
  const input = { ...given, domain, address };
  const { statement, resources = [], ...others } = given;
  const lines: readonly RequestLine[] = [
    { is: 'domain', value: domain },
    // Wherever the text says so, in whatever field.
    ...toSignedLines(toSignInText(input)).filter(({ is }) => is === 'domain'),
    ...(statement === undefined ? [] : [{ is: 'text', value: statement } as const]),
    ...Object.entries(others).flatMap(([name, value]) =>
      name === 'domain' || name === 'address' ? [] : [toField(name, value)],
    ),
    ...resources.map((value) => toField('resource', value)),
  ];
  const answer = async () => {
    const signed = await signInput(caller.signer(own.account), input);
    return { value: { ...toAnswer(signed), address: addressOf(signed.account) } };
  };
  return toPerson(asked, own, { asksFor: 'signature', lines }, answer);
}

/** A field; in red if it names another site than this page's. A resource may be no site at all. */
function toField(name: string, value: string): RequestLine {
  const isOther =
    (name === 'uri' && siteOf(value) !== window.location.origin) ||
    (name === 'resource' && ![undefined, window.location.origin].includes(siteOf(value)));
  return { is: 'field', name, value, ...(isOther && { warning: 'other-site' }) };
}

/** The origin of a URI, with a name before it if there is one; undefined if it is not on the web. */
function siteOf(uri: string): string | undefined {
  const url = tryTo(() => new URL(uri));
  if (url === undefined || !/^(http|ws)s?:$/.test(url.protocol)) return undefined;
  return `${url.username}${url.origin}`;
}

/** A signature as an application receives it: in base64, with the bytes that were signed. */
function toAnswer({ signature, ...signed }: Signed) {
  const signedMessage = 'signedBytes' in signed ? signed.signedBytes : undefined;
  return { signature: toBase64(new Uint8Array(getBase58Encoder().encode(signature))), signedMessage };
}
