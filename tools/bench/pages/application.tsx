import { type ReactNode, useState } from 'react';

/** The application's own content, the same on each of its pages. They differ in how wallets come in. */
export function Application({ wallets }: { readonly wallets?: ReactNode }) {
  const [count, add] = useState(0);
  return (
    <main data-bench="application">
      <h1>Harbour fees</h1>
      {wallets}
      <button type="button" onClick={() => add(count + 1)}>{`Ships: ${count}`}</button>
    </main>
  );
}
