/** In the page's own world, in both of the ways in which wallets come there; the wallet is named after its way. */
const name = document.currentScript === null ? 'World Wallet' : 'Script Wallet';
const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

/** EIP-1193. */
const provider = {
  request(request: object): Promise<unknown> {
    const id = crypto.randomUUID();
    return new Promise((resolve, reject) => {
      window.addEventListener('message', ({ source, data }) => {
        if (source !== window || data?.to !== 'page' || data.id !== id) return;
        if (data.error) reject(Object.assign(new Error(data.error.message), data.error));
        else resolve(data.result);
      });
      window.postMessage({ to: 'extension', id, ...request }, location.origin);
    });
  },
  on: () => undefined,
  removeListener: () => undefined,
};

/** EIP-6963. */
const info = { uuid: crypto.randomUUID(), name, icon, rdns: `test.${name.toLowerCase().replace(' ', '.')}` };

function announce(): void {
  const detail = Object.freeze({ info, provider });
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
}

window.addEventListener('eip6963:requestProvider', announce);
announce();

export {};
