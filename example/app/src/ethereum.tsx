import { withSummary } from '@linkspan/app';
import { describeContracts, getProvider } from '@linkspan/app/evm';
import { useEffect, useState } from 'react';
import { createWalletClient, custom, parseAbi, publicActions } from 'viem';
import { contracts } from './contracts.ts';
import { Quay, RequestForm } from './quay.tsx';

const client = createWalletClient({
  transport: custom(getProvider()),
  pollingInterval: 500,
  cacheTime: 0,
}).extend(publicActions);

const contract = {
  address: contracts.evm,
  abi: parseAbi([
    'function get() view returns (uint256)',
    'function set(uint256 fare)',
    'event Changed(uint256 fare)',
  ]),
} as const;

describeContracts(contract.abi);

const readFare = () => client.readContract({ ...contract, functionName: 'get' });

/** The fare, read once and then watched. */
function useFare(): bigint | undefined {
  const [fare, set] = useState<bigint>();
  useEffect(() => {
    readFare().then(set, () => undefined);
    return client.watchContractEvent({
      ...contract,
      eventName: 'Changed',
      strict: true,
      onLogs: (logs) => set(logs.at(-1)?.args.fare),
      // It asks again with the next poll.
      onError: () => undefined,
    });
  }, []);
  return fare;
}

async function setFare(fare: bigint): Promise<string> {
  const [account = null] = await client.getAddresses();
  const change = { ...contract, functionName: 'set', args: [fare] } as const;
  const hash = await withSummary(`Set the fare to ${fare}`, () =>
    client.writeContract({ ...change, account, chain: null }),
  );
  const { status, blockNumber } = await client.waitForTransactionReceipt({ hash });
  return status === 'success' ? `The fare is set, in block ${blockNumber}.` : 'The transaction failed.';
}

async function signTicket(fare: bigint): Promise<string> {
  const [account] = await client.getAddresses();
  if (account === undefined) throw new Error('No account.');
  const ticket = {
    domain: {
      name: 'Harbour ferry',
      chainId: await client.getChainId(),
      verifyingContract: contracts.evm,
    },
    types: {
      Ticket: [
        { name: 'passenger', type: 'address' },
        { name: 'fare', type: 'uint256' },
      ],
    },
    primaryType: 'Ticket',
    message: { passenger: account, fare },
  } as const;
  const signature = await withSummary('A ticket for one passenger', () =>
    client.signTypedData({ account, ...ticket }),
  );
  const isValid = await client.verifyTypedData({ address: account, signature, ...ticket });
  return isValid
    ? `Your ticket is signed: ${signature.slice(0, 10)}…`
    : 'The signature is not of your account.';
}

export function EthereumCard() {
  const fare = useFare();
  const actions = (
    <RequestForm
      family="evm"
      button="Set the fare"
      submit={(value) => setFare(BigInt(value))}
      also={{ button: 'Sign a ticket', ask: fare === undefined ? undefined : () => signTicket(fare) }}
    >
      <label>
        New fare
        <input name="fare" type="number" min="1" max="99" step="1" defaultValue="7" required />
      </label>
    </RequestForm>
  );
  return (
    <Quay
      family="evm"
      title="The fare"
      about="A contract keeps the fare. This page watches it, whoever sets it."
      actions={actions}
    >
      <p className="number">
        <span>{fare === undefined ? '–' : String(fare)}</span> coins
      </p>
    </Quay>
  );
}
