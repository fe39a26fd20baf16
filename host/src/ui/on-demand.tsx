import { type ReactNode, useEffect, useState } from 'react';

/** What is imported as it is first drawn; `load` is the same function at each draw. */
interface OnDemandProps<Parts> {
  load(): Promise<Parts>;
  draw(parts: Parts): ReactNode;
}

/** Draws a part of the page whose code comes in a file of its own; nothing until it has come. Throws if it does not come. */
export function OnDemand<Parts>({ load, draw }: OnDemandProps<Parts>) {
  const [state, setState] = useState<{ readonly parts: Parts } | { readonly error: unknown }>();
  useEffect(() => {
    let isOver = false;
    load().then(
      (parts) => isOver || setState({ parts }),
      (error: unknown) => isOver || setState({ error }),
    );
    return () => {
      isOver = true;
    };
  }, [load]);
  if (state === undefined) return null;
  if ('error' in state) throw state.error;
  return draw(state.parts);
}

/** The parts that few people open, or only once they are connected. */
export const loadParts = () => import('./on-demand-parts.ts');
