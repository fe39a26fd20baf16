import type { ApprovalRequest } from '../approval.ts';
import { describeNear } from '../near/describe-near.ts';
import type { NearKey } from '../near/near-keys.ts';
import type { Network } from '../network.ts';
import type { RedirectRequest } from './redirect-request.ts';

/** The name under which the redirect wallet asks. */
export const REDIRECT_WALLET_NAME = 'Practice Redirect Wallet';

/** What a person is asked by the redirect wallet. `network` is where transactions would be sent. */
export function toRedirectQuestion(
  request: RedirectRequest,
  keys: readonly NearKey[],
  network: Network | undefined,
): ApprovalRequest {
  const accounts = keys.map(({ name, accountId }) => ({ name, address: accountId }));
  const choice = { picks: 'one', accounts, picked: accounts[0]?.address ?? '' } as const;
  const common = { family: 'near', wallet: REDIRECT_WALLET_NAME, site: toSite(request) } as const;
  if (request.flow === 'login') {
    const note = 'It will see the account, and can ask you to sign. It cannot move anything by itself.';
    const added =
      request.contractId === undefined ? note : `${note} No key for ${request.contractId} is added.`;
    return { ...common, title: 'Connect to this site', facts: [], choice, note: added };
  }
  if (request.flow === 'sign-message') {
    const facts = [{ label: 'For', value: request.message.recipient }];
    return { ...common, title: 'Sign a message', facts, choice, text: request.message.message };
  }
  const facts = [
    ...request.calls.flatMap((call) => (network ? describeNear(call, network) : [])),
    { label: 'From', value: request.signerId },
    { label: 'Network', value: network?.title ?? 'Unknown' },
  ];
  return { ...common, title: 'Send a transaction', facts };
}

function toSite(request: RedirectRequest): string {
  return (request.flow === 'login' ? request.successUrl : request.callbackUrl).origin;
}
