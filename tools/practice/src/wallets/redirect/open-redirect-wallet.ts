import type { Answer } from '../approval.ts';
import { firstNearKeys } from '../near/near-keys.ts';
import { findNearNetwork } from '../near/near-network.ts';
import type { Network } from '../network.ts';
import { browserPlatform, type Platform } from '../platform.ts';
import { createRpc } from '../rpc.ts';
import { createElement, createHost } from '../window/element.ts';
import { createRequestView } from '../window/request-view.ts';
import { answerRedirect } from './answer-redirect.ts';
import { REDIRECT_WALLET_NAME, toRedirectQuestion } from './redirect-question.ts';
import { parseRedirectRequest, type RedirectRequest } from './redirect-request.ts';
import { recallNetworks } from './remembered-networks.ts';

/** Makes this page the redirect wallet: reads the request of its address, asks, and leaves with the answer. */
export async function openRedirectWallet(): Promise<void> {
  const platform = browserPlatform();
  try {
    const request = parseRedirectRequest(new URL(location.href).searchParams);
    const network = request.flow === 'sign' ? findNetwork(request, platform) : undefined;
    const rpc = network && createRpc(network, platform);
    const answer = await ask(request, network);
    location.replace(await answerRedirect(request, answer, { keys: firstNearKeys, rpc }));
  } catch (error) {
    show(createElement('p', { class: 'stripe' }, 'Practice. Test keys, local chains.'), createProblem(error));
  }
}

function findNetwork(
  { network }: Extract<RedirectRequest, { flow: 'sign' }>,
  { storage }: Platform,
): Network {
  const { near } = recallNetworks(storage);
  if (near === undefined) throw new TypeError('The app has no NEAR network.');
  return findNearNetwork(near, network);
}

function ask(request: RedirectRequest, network: Network | undefined): Promise<Answer> {
  return new Promise((resolve) => {
    const decide = (answer: Answer) => {
      for (const button of buttons) button.disabled = true;
      resolve(answer);
    };
    const { parts } = createRequestView(toRedirectQuestion(request, firstNearKeys, network), decide);
    show(...parts);
    const buttons = parts.flatMap((part) => [...part.querySelectorAll('button')]);
  });
}

function createProblem(error: unknown): HTMLElement {
  const why = error instanceof Error ? error.message : String(error);
  return createElement(
    'div',
    { class: 'body problem', role: 'alert' },
    createElement('p', { class: 'title' }, 'This link cannot be used'),
    createElement('p', { class: 'note' }, `${why} Go back to the site and try again.`),
  );
}

function show(...parts: readonly HTMLElement[]): void {
  const { host, root } = createHost('practice-redirect-wallet');
  const sheet = createElement('div', { class: 'sheet' }, ...parts);
  const heading = createElement('h1', { class: 'unseen' }, REDIRECT_WALLET_NAME);
  root.append(createElement('main', { class: 'page' }, heading, sheet));
  document.body.replaceChildren(host);
  // By script and not in the HTML, where a strict policy would drop it.
  document.body.style.margin = '0';
}
