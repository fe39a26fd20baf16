import type { Answer } from './approval.ts';
import { nearKeys } from './near.ts';
import { createElement, createHost } from './window/element.ts';
import { createRequestView } from './window/request-view.ts';

const name = 'Practice Redirect Wallet';

/**
 * Makes this page the redirect wallet, in the manner of MyNearWallet: reads the log-in of its address, asks, and leaves for
 * `success_url` with `account_id` and `all_keys`, or for `failure_url` with `errorCode`.
 */
export async function openRedirectWallet(): Promise<void> {
  try {
    const { success, failure } = readLogIn(new URLSearchParams(location.search));
    const answer = await ask(success);
    const key = nearKeys[0].find(
      ({ accountId }) => answer.kind === 'approved' && accountId === answer.accounts[0],
    );
    const url = key ? success : failure;
    const fields = key
      ? { account_id: key.accountId, all_keys: key.publicKey }
      : { errorCode: 'userRejected', errorMessage: 'User rejected the request.' };
    for (const [field, value] of Object.entries(fields)) url.searchParams.set(field, value);
    location.replace(url);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const problem = createElement(
      'div',
      { class: 'body problem', role: 'alert' },
      createElement('p', { class: 'title' }, 'This link cannot be used'),
      createElement('p', { class: 'note' }, `${why} Go back to the site and try again.`),
    );
    show(createElement('p', { class: 'stripe' }, 'Practice. Test keys, local chains.'), problem);
  }
}

function readLogIn(query: URLSearchParams): { readonly success: URL; readonly failure: URL } {
  const read = (field: string, fallback = '') => {
    const text = query.get(field) ?? fallback;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    // An address such as javascript: or data: would run as the wallet.
    if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
    throw new TypeError(`${field} must be an address with http or https.`);
  };
  if (query.get('flow') !== 'login') throw new TypeError('flow must be login.');
  const success = read('success_url');
  return { success, failure: read('failure_url', success.href) };
}

function ask(success: URL): Promise<Answer> {
  return new Promise((resolve) => {
    const accounts = nearKeys[0].map((key) => ({ name: key.name, address: key.accountId }));
    const { parts } = createRequestView(
      {
        ...{ family: 'near', wallet: name, site: success.origin, title: 'Connect to this site', facts: [] },
        choice: { picks: 'one', accounts, picked: accounts[0]?.address ?? '' },
        note: 'It will see the account, and can ask you to sign. It cannot move anything by itself.',
      },
      (answer) => {
        for (const button of parts.flatMap((part) => [...part.querySelectorAll('button')]))
          button.disabled = true;
        resolve(answer);
      },
    );
    show(...parts);
  });
}

function show(...parts: readonly HTMLElement[]): void {
  const { host, root } = createHost('practice-redirect-wallet');
  const sheet = createElement('div', { class: 'sheet' }, ...parts);
  root.append(
    createElement('main', { class: 'page' }, createElement('h1', { class: 'unseen' }, name), sheet),
  );
  document.body.replaceChildren(host);
  // By script and not in the HTML, where a strict policy would drop it.
  document.body.style.margin = '0';
}
