import { getLinkspan } from '@linkspan/app';
import { useAccounts } from '@linkspan/app/react';
import { useState } from 'react';
import { Result, useRequest } from './quay.tsx';

/** One text for all accounts of a person: each of them signs it. */
const toText = (accounts: readonly string[]) =>
  `These accounts are one passenger of the Harbour ferry:\n${accounts.join('\n')}`;

/** The connected accounts as one person, who proves it by a signature of each. */
export function Passenger() {
  const connected = useAccounts();
  const { outcome, run, isWaiting } = useRequest();
  const [signed, setSigned] = useState<Readonly<Record<string, string>>>({});
  const text = toText(connected.map(({ accounts }) => accounts[0]));
  const has = (family: string) => signed[family] === text;
  const open = connected.find(({ family, status }) => status === 'connected' && !has(family));
  const sign = (family: string) =>
    run(async () => {
      const { isVerified } = await getLinkspan().signMessage(family, text);
      if (!isVerified) return 'Signed, and not verified: nobody here can tell whose signature it is.';
      setSigned((before) => ({ ...before, [family]: text }));
      return 'Signed and verified.';
    });
  const { families } = getLinkspan();
  const isWhole = families.every(({ id }) => has(id));
  return (
    <section className="passenger" aria-labelledby="passenger">
      <h2 id="passenger">Passenger</h2>
      <p>Accounts on three chains are one person: each of them signs the same text.</p>
      <ul>
        {families.map(({ id, title }) => {
          const account = connected.find(({ family }) => family === id);
          return (
            <li key={id} data-chain={id} data-signed={has(id)}>
              <span>{title}</span>
              <strong>{account ? toShort(account.address) : 'No account'}</strong>
              <em>{has(id) ? 'Signed' : ''}</em>
            </li>
          );
        })}
      </ul>
      <div className="stamp">
        {open && (
          <button type="button" disabled={isWaiting} onClick={() => void sign(open.family)}>
            {`Sign with ${families.find(({ id }) => id === open.family)?.title}`}
          </button>
        )}
        {isWhole ? <p role="status">Three accounts, one passenger.</p> : <Result outcome={outcome} />}
      </div>
    </section>
  );
}

const toShort = (address: string) =>
  address.length > 20 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
