import { isHex, keccak256, numberToHex } from 'viem';
import { toEvmId } from '../../families.ts';
import { ferry, firstFee } from '../../ferry.ts';
import { type ServedNetwork, type ServedNetworks, serveNetworks } from '../front.ts';
import { RpcError, type RpcErrorBody, rpcCodes } from '../json-rpc.ts';
import type { ListenOptions } from '../listen.ts';
import { NetworkFaults } from '../network-faults.ts';
import { askAnvil, startAnvil } from './start-anvil.ts';

/**
 * The contract `ferry`, assembled by hand: `set(uint256)` stores the fee in slot 0 and logs `Changed(uint256)`, and `get()`
 * returns it.
 */
const ferryCode =
  '0x60003560e01c806360fe47b114601d57636d4ce63c14604f57600080fd5b600435806000556000527f938d2ee5be9cfb0f7270ee2eff90507e94b37625d9d2b3a61c97d30a4560b82960206000a1005b60005460005260206000f3';

/** Where the chain is reached, and its id. */
interface EvmOptions extends ListenOptions {
  /** As in `eip155:31337`. */
  readonly chainId: number;
}

/**
 * Starts anvil on a free port, and on the given port the server that adds the faults of the network.
 * Throws `chain/port-in-use`, `chain/no-binary`, `chain/not-ready`.
 */
export async function startEvm(options: EvmOptions): Promise<ServedNetworks> {
  const anvil = await startAnvil(options.chainId);
  try {
    await askAnvil(anvil.port, 'anvil_setCode', [ferry.evm, ferryCode]);
    const slots = [numberToHex(0, { size: 32 }), numberToHex(firstFee, { size: 32 })];
    await askAnvil(anvil.port, 'anvil_setStorageAt', [ferry.evm, ...slots]);
    const served = await serveNetworks(options, [openNetwork(options.chainId, anvil.port)]);
    return { ...served, stop: async () => void (await Promise.all([served.stop(), anvil.stop()])) };
  } catch (cause) {
    await anvil.stop();
    throw cause;
  }
}

function openNetwork(chainId: number, port: number): ServedNetwork {
  const faults = new NetworkFaults();
  const ask = async (method: string, params: unknown) => {
    const { result, error } = await askAnvil(port, method, params);
    if (error !== undefined) throw new RpcError(error as RpcErrorBody);
    return result;
  };
  // The next block contains what was sent while no block was made.
  faults.listen(async ({ stopsBlocks }) => {
    if ((await ask('anvil_getAutomine', [])) !== stopsBlocks) return;
    await ask('evm_setAutomine', [!stopsBlocks]);
    if (!stopsBlocks) await ask('evm_mine', []);
  });
  return {
    id: toEvmId(chainId),
    faults,
    call(method, params) {
      const { lies, forgets } = faults.read();
      if (lies && method === 'eth_chainId') return '0xdead';
      if (lies && method === 'net_version') return '57005';
      const [raw] = Array.isArray(params) ? params : [];
      if (forgets && method === 'eth_sendRawTransaction' && isHex(raw)) return keccak256(raw);
      return ask(method, params);
    },
    toErrorBody: (cause) =>
      cause instanceof RpcError ? cause.body : { code: rpcCodes.internal, message: 'Internal error' },
  };
}
