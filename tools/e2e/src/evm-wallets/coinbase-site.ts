import { text } from 'node:stream/consumers';
import {
  decryptContent,
  deriveSharedSecret,
  encryptContent,
  exportKeyToHexString,
  generateKeyPair,
  importKeyFromHexString,
} from '@coinbase/wallet-sdk/dist/util/cipher.js';
import { evm } from '../page/families.ts';
import { type Listening, listen } from '../place/listen.ts';
import { answerEvm, type EvmBehavior, type EvmCall, readChains } from './answer-evm.ts';

/** A stand-in for the site of Coinbase's smart wallet. */
export interface CoinbaseSite extends Listening {
  readonly behavior: EvmBehavior;
  /** The addresses that its windows were opened at. */
  readonly opened: readonly URL[];
}

/** What a page's signer sends: a handshake in the clear, then what only the two can read. */
interface Message {
  readonly sender: string;
  readonly content: { readonly handshake?: EvmCall; readonly encrypted?: Packed };
}

/** In hexadecimal digits. */
interface Packed {
  readonly iv: string;
  readonly cipherText: string;
}

/**
 * Serves a page with Approve and Reject, built from what the package's signer sends and accepts. Keys, encryption and
 * signatures are real; nothing of the real site is in it.
 */
export async function openCoinbaseSite(): Promise<CoinbaseSite> {
  const behavior: EvmBehavior = {};
  const opened: URL[] = [];
  const { privateKey, publicKey } = await generateKeyPair();

  async function answer({ sender, content: { handshake, encrypted } }: Message, does: string) {
    const peer = await importKeyFromHexString('public', sender);
    const secret = await deriveSharedSecret(privateKey, peer);
    const call =
      handshake ??
      ((await decryptContent(unpack(encrypted as Packed), secret)) as { action: EvmCall }).action;
    const result = await (does === 'Approve' ? answerEvm(call, behavior) : Promise.reject(rejected)).then(
      (value) => ({ value }),
      (error) => ({ error }),
    );
    const chains = Object.fromEntries(
      readChains(behavior).map((one) => [one, evm.networks.find(({ id }) => id === `eip155:${one}`)?.rpcUrl]),
    );
    const response = { result, data: { chains } } as unknown as Parameters<typeof encryptContent>[0];
    const own = await exportKeyToHexString('public', publicKey);
    return { sender: own, content: { encrypted: pack(await encryptContent(response, secret)) } };
  }

  const listening = await listen(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://fixture');
    if (request.method === 'GET') {
      if (url.pathname === '/connect') opened.push(url);
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    }
    const { message, does } = JSON.parse(await text(request));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(await answer(message, does)));
  });
  return { ...listening, behavior, opened };
}

const rejected = { code: 4001, message: 'User denied' };

type Encrypted = Parameters<typeof decryptContent>[0];

function unpack({ iv, cipherText }: Packed): Encrypted {
  const toBytes = (digits: string) => Uint8Array.from(Buffer.from(digits, 'hex')).buffer;
  return { iv: toBytes(iv), cipherText: toBytes(cipherText) };
}

function pack({ iv, cipherText }: Encrypted): Packed {
  const toDigits = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(new Uint8Array(bytes)).toString('hex');
  return { iv: toDigits(iv), cipherText: toDigits(cipherText) };
}

const page = `<!doctype html><title>Coinbase fixture</title><h1>Coinbase fixture</h1>
<button disabled>Approve</button><button disabled>Reject</button><script>
  const tell = (told) => opener.postMessage(told, '*');
  const toDigits = (bytes) => Array.from(new Uint8Array(bytes), (one) => one.toString(16).padStart(2, '0')).join('');
  const toBytes = (digits) => Uint8Array.from(digits.match(/../g), (two) => parseInt(two, 16));
  let asked;
  onmessage = ({ data }) => {
    if (data.event === 'selectSignerType') tell({ requestId: data.id, data: 'scw' });
    else if (data.content) {
      asked = data;
      for (const button of document.querySelectorAll('button')) button.disabled = false;
    }
  };
  const answer = async (does) => {
    const { id, sender, content: { handshake, encrypted } } = asked;
    const packed = encrypted && { iv: toDigits(encrypted.iv), cipherText: toDigits(encrypted.cipherText) };
    const body = JSON.stringify({ does, message: { sender, content: { handshake, encrypted: packed } } });
    const told = await (await fetch('/answer', { method: 'POST', body })).json();
    const { iv, cipherText } = told.content.encrypted;
    const back = { iv: toBytes(iv), cipherText: toBytes(cipherText).buffer };
    tell({ id: crypto.randomUUID(), requestId: id, sender: told.sender, content: { encrypted: back } });
  };
  for (const button of document.querySelectorAll('button')) button.onclick = () => answer(button.textContent);
  onunload = () => tell({ event: 'PopupUnload' });
  tell({ event: 'PopupLoaded', id: 'loaded' });
</script>`;
