import { ConnectButton } from '@linkspan/app/react';
import { EthereumCard } from './ethereum.tsx';
import { NearCard } from './near.tsx';
import { Passenger } from './passenger.tsx';
import { SolanaCard } from './solana.tsx';

export function App() {
  return (
    <>
      <header className="top">
        <Ferry />
        <div>
          <h1>Harbour ferry</h1>
          <p>One crossing, three chains: an example application on practice chains.</p>
        </div>
        <ConnectButton balance />
      </header>
      <main>
        <Passenger />
        <div className="quays">
          <EthereumCard />
          <SolanaCard />
          <NearCard />
        </div>
      </main>
    </>
  );
}

function Ferry() {
  return (
    <svg width="72" height="56" viewBox="0 0 72 56" aria-hidden="true">
      <path className="ship" d="M8 32h56l-8 14H17zM22 18h26v10H22zM36 6h7v9h-7z" />
      <path className="waves" d="M2 50q8.5-6 17 0t17 0 17 0 17 0" />
    </svg>
  );
}
