import { LinkspanError } from '@linkspan/contract';
import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Panel, Step } from '../cards/panel.tsx';
import { t } from '../texts/t.ts';

/** A part of the page that can fail alone. */
interface BoundaryProps {
  /** Draws the part; with `isHeld` it takes the focus. */
  draw(isHeld: boolean): ReactNode;
  /** Whether the first drawing takes the focus; a requested one does. */
  readonly isHeld?: boolean;
  /** The replacement after a failure; by default `Undrawn`. */
  instead?(again: () => void): ReactNode;
}

/** Draws a part of the page; after an error once more, which undoes foreign changes, then at a press. */
export class Boundary extends Component<BoundaryProps, { isFailed: boolean; isHeld: boolean }> {
  override state = { isFailed: false, isHeld: this.props.isHeld ?? false };
  private mayRedraw = true;

  static getDerivedStateFromError() {
    return { isFailed: true };
  }

  override componentDidCatch(): void {
    if (!this.mayRedraw) return;
    this.mayRedraw = false;
    this.setState({ isFailed: false, isHeld: false });
  }

  override render(): ReactNode {
    const { draw, instead = sayUndrawn } = this.props;
    return this.state.isFailed ? instead(this.again) : draw(this.state.isHeld);
  }

  private readonly again = () => {
    this.mayRedraw = true;
    this.setState({ isFailed: false, isHeld: true });
  };
}

function sayUndrawn(again: () => void): ReactNode {
  return <Undrawn again={again} />;
}

/** Says that a part of the page could not be drawn, with a button to draw it again. */
export function Undrawn({ again }: { again: () => void }) {
  return (
    <Panel tone="failed" title={t('undrawn.title')} advice={t('undrawn.advice')}>
      <div className="notice-steps">
        <Step word={t('undrawn.again')} press={again} />
      </div>
    </Panel>
  );
}

/**
 * A component that loads its code at each mount, and throws `loader/host` if that fails. React’s `lazy` would store the
 * failure, and delay a loaded component by up to 300 ms.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return function OnDemand(props: Props): ReactNode {
    const [state, setState] = useState<
      { readonly Loaded: ComponentType<Props> } | { readonly error: unknown }
    >();
    useEffect(() => {
      load().then(
        (Loaded) => setState({ Loaded }),
        (error: unknown) => setState({ error }),
      );
    }, []);
    if (state === undefined) return null;
    if ('error' in state) throw new LinkspanError('loader/host', {}, { cause: state.error });
    return <state.Loaded {...props} />;
  };
}
