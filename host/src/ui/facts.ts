import { accountsOf, type Failure, type Readable, type View } from '@linkspan/contract';

/** Calls `listener` at each change of any of these facts; returns the function that stops it. */
export function listenAll(facts: readonly Readable<unknown>[], listener: () => void): () => void {
  const ends = facts.map((fact) => fact.listen(() => listener()));
  return () => {
    for (const end of ends) end();
  };
}

/** How many families have an account, of those that could be loaded. One that reconnects still has it. */
export function toConnected({ families, family }: View): 'none' | 'some' | 'all' {
  const withAccount = families.filter((id) => accountsOf(family(id).connection.get()).length > 0);
  if (withAccount.length === 0) return 'none';
  const isOpen = families.some(
    (id) => !withAccount.includes(id) && family(id).remote.get().stage !== 'failed',
  );
  return isOpen ? 'some' : 'all';
}

const chosen = ['wallet/rejected', 'wallet/closed', 'wallet/cancelled'];

/** Whether a failure is the person’s own decision. */
export function isChoice({ code }: Pick<Failure, 'code'>): boolean {
  return chosen.includes(code);
}
