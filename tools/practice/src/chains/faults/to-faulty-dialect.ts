import type { RpcDialect } from '../rpc/answer-rpc.ts';
import type { NetworkFaults } from './network-faults.ts';

/** How the faults of one family show in what its methods answer. */
export interface Tricks {
  /** Methods by which a network says which it is: what is said in place of the truth. */
  readonly lies: Readonly<Record<string, (truth: unknown) => unknown>>;
  /** Methods that send: what is answered where the transaction is then forgotten. Throws as they do. */
  readonly forgets: Readonly<Record<string, (params: unknown) => unknown>>;
  /** Methods that send: what is answered where no block is made, and it has to wait. Throws as they do. */
  readonly holds: Readonly<Record<string, (params: unknown) => unknown>>;
}

/** A network's dialect, with what is wrong with the network. What was held is sent as soon as blocks are made again. */
export function toFaultyDialect(dialect: RpcDialect, faults: NetworkFaults, tricks: Tricks): RpcDialect {
  const held: (() => unknown)[] = [];
  faults.listen(async ({ stopsBlocks }) => {
    if (stopsBlocks) return;
    for (const send of held.splice(0)) await settle(send);
  });
  return {
    async call(method, params) {
      const { lies, stopsBlocks, forgets } = faults.read();
      const { forgets: forget, holds: hold } = tricks;
      if (forgets && forget[method]) return forget[method](params);
      if (stopsBlocks && hold[method]) {
        held.push(() => dialect.call(method, params));
        return hold[method](params);
      }
      const truth = await dialect.call(method, params);
      return lies && tricks.lies[method] ? tricks.lies[method](truth) : truth;
    },
    toErrorBody: (cause) => dialect.toErrorBody(cause),
  };
}

/** What is refused when its turn has come leaves no trace, as on a real network. */
async function settle(send: () => unknown): Promise<void> {
  try {
    await send();
  } catch {
    // Nobody waits for it any more.
  }
}
