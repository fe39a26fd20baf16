import { getLinkspan, LinkspanError, rpcCodeOf } from '@linkspan/app';
import { useConnection } from '@linkspan/app/react';
import { type ReactNode, type SyntheticEvent, useState } from 'react';

/** What a request of this page came to. */
interface Outcome {
  readonly state: 'none' | 'waiting' | 'done' | 'failed';
  readonly text: string;
}

/** Runs one request at a time, and keeps what it came to. */
export function useRequest() {
  const [outcome, set] = useState<Outcome>({ state: 'none', text: '' });
  const run = async (request: () => Promise<string>) => {
    if (outcome.state === 'waiting') return;
    set({ state: 'waiting', text: 'Your wallet asks you.' });
    try {
      set({ state: 'done', text: await request() });
    } catch (error) {
      set({ state: 'failed', text: say(error) });
    }
  };
  return { outcome, run, isWaiting: outcome.state === 'waiting' };
}

/** The shell's error is often the cause of a library's. */
function say(error: unknown): string {
  if (error instanceof LinkspanError)
    return rpcCodeOf(error) === 4001 ? 'You said no.' : `It failed: ${error.code}.`;
  const { cause, data, message } = error as { cause?: unknown; data?: { code?: string }; message: string };
  if (data?.code === 'wallet/rejected') return 'You said no.';
  return cause instanceof Error ? say(cause) : `It failed: ${message.split('\n')[0]}`;
}

export function Result({ outcome: { state, text } }: { readonly outcome: Outcome }) {
  return (
    <output className="result" data-state={state} aria-live="polite">
      {text}
    </output>
  );
}

interface RequestFormProps {
  readonly family: string;
  /** The labelled field. */
  readonly children: ReactNode;
  readonly button: string;
  /** Asks the wallet with what is in the field; answers what to say of it. */
  submit(value: string): Promise<string>;
  /** Another button that needs no field; without `ask` it cannot be pressed yet. */
  readonly also?: { readonly button: string; readonly ask: (() => Promise<string>) | undefined };
}

/** A form whose buttons ask a wallet, one request at a time, and what each came to. */
export function RequestForm({ family, children, button, submit, also }: RequestFormProps) {
  const isReady = useConnection(family).status === 'connected';
  const { outcome, run, isWaiting } = useRequest();
  const send = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [value] = new FormData(event.currentTarget).values();
    void run(() => submit(String(value)));
  };
  const ask = also?.ask;
  return (
    <>
      <form onSubmit={send}>
        {children}
        <button type="submit" disabled={!isReady || isWaiting}>
          {button}
        </button>
        {also && (
          <button
            type="button"
            disabled={!isReady || isWaiting || ask === undefined}
            onClick={() => ask && void run(ask)}
          >
            {also.button}
          </button>
        )}
      </form>
      <Result outcome={outcome} />
    </>
  );
}

interface QuayProps {
  readonly family: string;
  readonly title: string;
  readonly about: string;
  /** What a wallet is needed for. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** The part of the page that is about one chain. */
export function Quay({ family, title, about, actions, children }: QuayProps) {
  const { status } = useConnection(family);
  const chain = getLinkspan().family(family).title;
  const connect = () => void getLinkspan().open({ view: 'connect', family });
  return (
    <section className="quay" data-chain={family} aria-labelledby={`quay-${family}`}>
      <h2 id={`quay-${family}`}>
        {title} <small>{chain}</small>
      </h2>
      <p>{about}</p>
      {children}
      {status === 'disconnected' || status === 'connecting' ? (
        <button type="button" onClick={connect}>{`Connect ${chain}`}</button>
      ) : (
        actions
      )}
    </section>
  );
}
