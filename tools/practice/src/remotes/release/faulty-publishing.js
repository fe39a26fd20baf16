// @ts-check

/** An account of a chain that no page of the practice has. CAIP-10. */
export const foreignAccount = 'bip122:000000000019d6689c085ae165831e93:128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6';

/** What can be published that must not be, by a lease. @param {any} lease @param {any} approved */
export function toFaultyPublishing(lease, { wallet, accounts }) {
  const connected = { status: 'connected', wallet, accounts, capabilities: [] };
  return {
    malformed: () => lease.publishConnection({ ...connected, accounts: [] }),
    foreign: () => lease.publishConnection({ ...connected, accounts: [foreignAccount] }),
    publishes: () => lease.publishConnection(connected),
  };
}

/**
 * What publishes the connection and a balance by turns, each another than before.
 * @param {any} lease @param {any} approved
 * @returns {(turn: number) => void}
 */
export function toFlooding(lease, { wallet, accounts }) {
  const [account] = accounts;
  return (turn) => {
    if (turn % 2 === 0)
      lease.publishBalance({ account, amount: String(turn), decimals: 18, symbol: 'FLOOD' });
    else lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: ['signMessage'] });
  };
}
