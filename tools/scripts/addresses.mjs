import { readAddresses } from '@linkspan/practice/addresses';
import { assertFree } from '@linkspan/stack/ports';
import { Plain } from '@linkspan/stack/say';

/** The addresses that the environment asks for, with every port free. Throws a sentence where one cannot be had. */
export async function readFreeAddresses() {
  const addresses = read();
  const { host, evm, solana, near, chains } = addresses;
  await assertFree({
    'the page': host.port,
    'remote-evm': evm.port,
    'remote-solana': solana.port,
    'remote-near': near.port,
    'the practice chain of Ethereum': chains.evm.port,
    'the second practice chain of Ethereum': chains.evmTwo.port,
    'the practice chain of Solana': chains.solana.port,
    'the websocket of the practice chain of Solana': chains.solanaWs.port,
    'the practice chain of NEAR': chains.near.port,
  });
  return addresses;
}

function read() {
  try {
    return readAddresses(process.env);
  } catch (error) {
    throw new Plain(/** @type {Error} */ (error).message);
  }
}
