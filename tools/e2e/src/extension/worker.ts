import { getBytes, toUtf8String, Wallet } from 'ethers';
import { runtime } from './chrome.ts';
import type { Answer, Request } from './messages.ts';

/** The extension's service worker, where the key is and no page can reach it. A new one at each start. */
const wallet = Wallet.createRandom();
const chainId = '0x7a69';
/** Whom a person has let in. This extension asks nobody: a page that asks to connect may. */
const connected = new Set<string>();

runtime().onMessage.addListener((request, { origin = '' }, answer) => {
  perform(request, origin).then(
    (result) => answer({ result } satisfies Answer),
    ({ code = -32603, message }) => answer({ error: { code, message } } satisfies Answer),
  );
  return true;
});

async function perform({ method, params = [] }: Request, origin: string): Promise<unknown> {
  switch (method) {
    case 'eth_requestAccounts':
      connected.add(origin);
      return [wallet.address];
    case 'eth_accounts':
      return connected.has(origin) ? [wallet.address] : [];
    case 'eth_chainId':
      return chainId;
    case 'personal_sign':
      if (!connected.has(origin)) throw toError(4100, 'Connect first.');
      return wallet.signMessage(toUtf8String(getBytes(String(params[0]))));
    default:
      throw toError(4200, `${method} is not supported.`);
  }
}

/** EIP-1193, "Errors". */
function toError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}
