import { hear, post, type Request } from './messages.ts';

/** In the page's own world, in both of the ways in which wallets come there; the wallet is named after its way. */
const name = document.currentScript === null ? 'World Wallet' : 'Script Wallet';
const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
const waiting = new Map<string, PromiseWithResolvers<unknown>>();

/** EIP-1193. */
const provider = {
  request(request: Request): Promise<unknown> {
    const id = crypto.randomUUID();
    const answered = Promise.withResolvers<unknown>();
    waiting.set(id, answered);
    post({ to: 'extension', id, request });
    return answered.promise;
  },
  on: () => undefined,
  removeListener: () => undefined,
};

hear('page', ({ id, answer }) => {
  const answered = waiting.get(id);
  waiting.delete(id);
  if ('error' in answer) answered?.reject(Object.assign(new Error(answer.error.message), answer.error));
  else answered?.resolve(answer.result);
});

/** EIP-6963. */
const info = { uuid: crypto.randomUUID(), name, icon, rdns: `test.${name.toLowerCase().replace(' ', '.')}` };
function announce(): void {
  const detail = Object.freeze({ info, provider });
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
}
window.addEventListener('eip6963:requestProvider', announce);
announce();
