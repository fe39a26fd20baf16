import { createContext, type ReactNode, useContext, useState } from 'react';
import type { SentEntry } from './sent-entry.ts';

/** The send that is to be done again, while its form is open or about to be. */
interface Drafting {
  readonly draft: SentEntry | undefined;
  setDraft(draft: SentEntry | undefined): void;
}

const Context = createContext<Drafting>({ draft: undefined, setDraft: () => undefined });

/** Lets one part of the page open the form of another part's card. */
export function DraftContext({ children }: { children: ReactNode }) {
  const [draft, setDraft] = useState<SentEntry>();
  return <Context value={{ draft, setDraft }}>{children}</Context>;
}

export function useDraft(): Drafting {
  return useContext(Context);
}
