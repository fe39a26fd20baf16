import { type Answer, list, networkOf, type RequestLine, text } from '@linkspan/contract';
import { toSignedLines } from '@linkspan/kit/lines';
import { json, mostParams, toPerson } from '@linkspan/kit/readers';
import { findNetwork } from '@linkspan/kit/session';
import { hashMessage, hexToBytes, isHex, stringToHex } from 'viem';
import { openRequest } from '../chain.ts';
import { verifyAnswer } from '../verify.ts';
import { type Asked, askPerson, checkGranted, type InUse, type Reading } from './asked.ts';
import { address } from './call-params.ts';
import { openFacts } from './facts.ts';
import { judgeTokens } from './tokens.ts';
import { parseTypedData } from './typed-data.ts';

/** EIP-191. A text in hexadecimal digits means the bytes. */
export function readMessage(asked: Asked): Reading {
  const [message, signer] = list(json, 3)(asked.params, 'params');
  const isGiven = (one: string) => one !== '' && one !== '0x';
  const given = text('a text', isGiven, mostParams)(message, 'params[0]');
  const raw = isHex(given) && given.length % 2 === 0 ? given : stringToHex(given);
  const own = checkGranted(asked, { address: address(signer, 'params[1]') });
  const answer = async () => {
    const signature = await askPerson(asked, own, { params: [raw, own.address] });
    return toSignature(asked, own, signature, hashMessage({ raw }));
  };
  return toPerson(asked, own, { asksFor: 'signature', lines: toSignedLines(hexToBytes(raw)) }, answer);
}

/** EIP-712. */
export async function readTypedData(asked: Asked): Promise<Reading> {
  const [signer, given] = list(json, 2)(asked.params, 'params');
  const signerAddress = address(signer, 'params[0]');
  const { json: written, hash, network: id, lines } = parseTypedData(given, 'params[1]');
  const own = checkGranted(asked, { address: signerAddress, network: id });
  const network = id && findNetwork(asked.port.networks, id, own.wallet);
  const on: readonly RequestLine[] = network ? [{ is: 'network', value: network.title }] : [];
  const answer = async () => {
    const signature = await askPerson(asked, own, { params: [own.address, written], network });
    return toSignature(asked, own, signature, hash);
  };
  const used = network ?? asked.port.networks.find((one) => one.id === networkOf(own.account));
  const facts = used && openFacts(used, asked.port.signal);
  const judged = await judgeTokens(lines, own.address, facts);
  return toPerson(asked, own, { asksFor: 'signature', lines: [...on, ...judged] }, answer);
}

async function toSignature(
  { port }: Asked,
  { wallet, account, accounts }: InUse,
  answer: unknown,
  hash: `0x${string}`,
): Promise<Answer> {
  const open = () => openRequest(findNetwork(port.networks, networkOf(account), wallet), port.signal);
  const { signature } = await verifyAnswer(answer, hash, { wallet, account, accounts, openRequest: open });
  return { value: signature };
}
