import { type ReactNode, useEffect, useState } from 'react';

type Parts = typeof import('./on-demand-parts.ts');

/** Draws parts of the page whose code comes in a file of its own; nothing until it has come. Throws if it does not come. */
export function OnDemand({ draw }: { draw(parts: Parts): ReactNode }) {
  const [state, setState] = useState<{ readonly parts: Parts } | { readonly error: unknown }>();
  useEffect(() => {
    let isOver = false;
    import('./on-demand-parts.ts').then(
      (parts) => isOver || setState({ parts }),
      (error) => isOver || setState({ error }),
    );
    return () => {
      isOver = true;
    };
  }, []);
  if (state === undefined) return null;
  if ('error' in state) throw state.error;
  return draw(state.parts);
}
