import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Panel, Step } from '../cards/panel.tsx';
import { t } from '../texts/t.ts';

/** What a part of the page is made of that fails alone. */
interface BoundaryProps {
  /** Draws the part; with `isHeld` it takes the focus as it comes. */
  draw(isHeld: boolean): ReactNode;
  /** Whether the first drawing takes the focus; one that a person asks for does. */
  readonly isHeld?: boolean;
  /** Says that the part could not be drawn, and offers to draw it again; `Undrawn` if it is left out. */
  instead?(again: () => void): ReactNode;
}

/**
 * Draws a part of the page. If that throws, the part is drawn once more, since that undoes what others have changed in the
 * document. If it throws again, a person has to ask for it. The root reports the errors.
 */
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

/** Stands where a part of the page could not be drawn, and offers to draw it again. */
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
 * A component whose code comes in a file of its own, loaded when it is mounted; it draws nothing until then, and throws if
 * the file cannot be loaded. Mounted again it loads again, and it shows the code at once: React's `lazy` keeps a failure
 * and holds what has loaded back for up to 300 ms.
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
    if ('error' in state) throw state.error;
    return <state.Loaded {...props} />;
  };
}
