import { getBytes, toUtf8String, Wallet } from 'ethers';

/** What the script in the page's own world asks. */
interface Asked {
  readonly to?: 'extension';
  readonly id: string;
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** In the extension's own world of the page, where its key is. A page that asks to connect may. */
const wallet = Wallet.createRandom();

window.addEventListener('message', async ({ source, data }: MessageEvent<Asked>) => {
  if (source !== window || data.to !== 'extension') return;
  window.postMessage({ to: 'page', id: data.id, ...(await answer(data)) }, location.origin);
});

/** EIP-1193. */
async function answer({ method, params = [] }: Asked): Promise<object> {
  if (['eth_requestAccounts', 'eth_accounts'].includes(method)) return { result: [wallet.address] };
  if (method === 'eth_chainId') return { result: '0x7a69' };
  if (method !== 'personal_sign') return { error: { code: 4200, message: `${method} is not supported.` } };
  return { result: await wallet.signMessage(toUtf8String(getBytes(String(params[0])))) };
}

const { runtime } = Reflect.get(globalThis, 'chrome') as { runtime: { getURL(path: string): string } };

/** The way of wallets that are older than content scripts in the page's own world. */
const script = document.createElement('script');
script.src = runtime.getURL('in-page.js');
document.documentElement.append(script);

/** The way of wallets before that, which no page can allow that allows no inline script. */
const inline = document.createElement('script');
inline.textContent = 'globalThis.inlineRan = true';
document.documentElement.append(inline);
