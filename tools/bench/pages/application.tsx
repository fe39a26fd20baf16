import { useConnection } from '@linkspan/app/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

// An application of its own, which the shell is put into: the same build is measured with it and without.

function Application() {
  const [count, add] = useState(0);
  return (
    <main data-bench="application">
      <h1>Harbour fees</h1>
      <linkspan-connect />
      <button type="button" onClick={() => add(count + 1)}>{`Ships: ${count}`}</button>
      <Status />
    </main>
  );
}

function Status() {
  return 'linkspanPage' in globalThis ? <Connected /> : <p>No wallets here.</p>;
}

function Connected() {
  return <p>{useConnection('evm').status}</p>;
}

createRoot(document.getElementById('root') as HTMLElement).render(<Application />);
