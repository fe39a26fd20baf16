import { getLinkspan } from '@linkspan/app';
import { ConnectButton, useConnection } from '@linkspan/app/react';
import { useState } from 'react';

const sign = async () => (await getLinkspan().signMessage('__FAMILY__', 'Hello from __TITLE__')).signature;

export function App() {
  const connection = useConnection('__FAMILY__');
  const [answer, setAnswer] = useState('');
  const isReady = connection.status === 'connected';
  return (
    <>
      <ConnectButton />
      <p>{isReady ? connection.address : 'No wallet is connected.'}</p>
      <button type="button" disabled={!isReady} onClick={() => sign().catch(String).then(setAnswer)}>
        Sign a message
      </button>
      <output>{answer}</output>
    </>
  );
}
