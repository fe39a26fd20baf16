import { withSummary } from '@linkspan/app';
import { getProvider, getWallet } from '@linkspan/app/near';
import { useEffect, useState } from 'react';
import { contracts } from './contracts.ts';
import { Quay, RequestForm } from './quay.tsx';

const readToll = async () =>
  String(await getProvider().callFunction({ contractId: contracts.near, method: 'get_fee' }));

async function setToll(fee: string): Promise<void> {
  const params = { methodName: 'set_fee', args: { fee }, gas: 30_000_000_000_000n, deposit: 1n };
  const call = {
    receiverId: contracts.near,
    actions: [{ type: 'FunctionCall', params } as const],
  };
  await withSummary(`Set the toll to ${fee}`, () => getWallet().signAndSendTransaction(call));
}

export function NearCard() {
  const [toll, set] = useState<string>();
  useEffect(() => {
    readToll().then(set, () => undefined);
  }, []);
  const submit = async (fee: string) => {
    await setToll(fee);
    const now = await readToll();
    set(now);
    return `The toll is ${now} now.`;
  };
  const actions = (
    <RequestForm family="near" button="Set the toll" submit={submit}>
      <label>
        New toll
        <input name="toll" type="number" min="1" max="99" step="1" defaultValue="9" required />
      </label>
    </RequestForm>
  );
  return (
    <Quay
      family="near"
      title="The toll"
      about="A function of a contract, called with a deposit of 1 yoctoNEAR."
      actions={actions}
    >
      <p className="number">
        <span>{toll ?? '–'}</span> coins
      </p>
    </Quay>
  );
}
