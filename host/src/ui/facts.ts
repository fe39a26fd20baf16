import { accountsOf, type Readable, type View } from '@linkspan/contract';

/** Calls at each change of any of these facts; returns what ends it. */
export function listenAll(facts: readonly Readable<unknown>[], listener: () => void): () => void {
  const ends = facts.map((fact) => fact.listen(() => listener()));
  return () => {
    for (const end of ends) end();
  };
}

/** Whether no family has an account, some have, or all that could be loaded. One that reconnects has it still. */
type Connected = 'none' | 'some' | 'all';

export function toConnected({ families, family }: View): Connected {
  const withAccount = families.filter((id) => accountsOf(family(id).connection.get()).length > 0);
  if (withAccount.length === 0) return 'none';
  const isOpen = families.some(
    (id) => !withAccount.includes(id) && family(id).remote.get().stage !== 'failed',
  );
  return isOpen ? 'some' : 'all';
}
