import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { FamilyConfig } from '../../config.ts';
import { useRoot } from '../use-shell.ts';

/** The sheet of an application's page in front of all else; undefined on a page without an application. */
export function useFront(): Element | undefined {
  return useRoot()?.querySelector('.requests') ?? undefined;
}

interface InFrontProps {
  readonly config: FamilyConfig;
  /** A wallet is asked once it is seen. */
  readonly asks?: true;
  readonly children: ReactNode;
}

/** What a person must see of a family, wherever they are: beside an application in the front sheet, else in its place. */
export function InFront({ config, asks, children }: InFrontProps) {
  const front = useFront();
  if (front === undefined) return children;
  return createPortal(
    <section
      className="front"
      data-family={config.id}
      data-asks={asks && config.id}
      aria-label={config.title}
    >
      {!asks && (
        <p className="front-family">
          <span className="glyph glyph-small" aria-hidden="true" />
          <span>{config.title}</span>
        </p>
      )}
      {children}
    </section>,
    front,
  );
}
