import type { Server } from 'node:http';
import { toEvmId } from '../../networks.ts';
import { createNetworkFaults } from '../faults/network-faults.ts';
import {
  ANY_PATH,
  type ServedNetwork,
  type ServedNetworks,
  serveNetworks,
} from '../faults/serve-networks.ts';
import { toFaultyDialect } from '../faults/to-faulty-dialect.ts';
import type { RpcDialect } from '../rpc/answer-rpc.ts';
import { toRpcAnswer } from '../rpc/to-rpc-answer.ts';
import { createAnvilDialect } from './create-anvil-dialect.ts';
import { createForwarding, type Forwarding } from './create-forwarding.ts';
import { evmTricks } from './evm-tricks.ts';
import { type AnvilOptions, startAnvil } from './start-anvil.ts';

/**
 * Starts anvil on a free port, and before it, on the asked one, a server that passes everything on as it is unless
 * something is wrong with the network. Throws `chain/port-in-use`, `chain/no-binary`, `chain/not-ready`.
 */
export async function startEvm(options: AnvilOptions): Promise<ServedNetworks> {
  const anvil = await startAnvil({ ...options, port: 0 });
  const forwarding = createForwarding(anvil.port);
  const network = openNetwork(options.chainId, createAnvilDialect(anvil.port), forwarding);
  const open = (server: Server) => server.on('upgrade', forwarding.upgrade);
  try {
    const served = await serveNetworks(options, new Map([[ANY_PATH, network]]), open);
    return { ...served, stop: async () => void (await Promise.all([served.stop(), anvil.stop()])) };
  } catch (cause) {
    await anvil.stop();
    throw cause;
  }
}

function openNetwork(chainId: number, dialect: RpcDialect, forwarding: Forwarding): ServedNetwork {
  const faults = createNetworkFaults();
  faults.listen(({ stopsBlocks }) => setMining(dialect, !stopsBlocks));
  const answerFaulty = toRpcAnswer(toFaultyDialect(dialect, faults, evmTricks));
  return {
    id: toEvmId(chainId),
    faults,
    async answer(request, response) {
      const { lies, forgets } = faults.read();
      // What is read and written again is no longer anvil's own to the byte.
      const isRead = (lies || forgets) && request.method === 'POST';
      await (isRead ? answerFaulty : forwarding.answer)(request, response);
    },
  };
}

/** What was sent while no block was made is in the next one. */
async function setMining(dialect: RpcDialect, isOn: boolean): Promise<void> {
  if ((await dialect.call('anvil_getAutomine', [])) === isOn) return;
  await dialect.call('evm_setAutomine', [isOn]);
  if (isOn) await dialect.call('evm_mine', []);
}
