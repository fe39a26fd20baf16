import { type ReactNode, useRef, useState } from 'react';
import { MoreSymbol } from './icon.tsx';

/** What a menu is made of: its button's name, what its items are for, and the items, which `MenuItem` makes. */
interface MenuProps {
  readonly name: string;
  readonly label: string;
  /** `done` closes the menu. */
  items(done: () => void): ReactNode;
}

/** A button that opens a short list of further actions. Escape, a press elsewhere or Tab beyond its end closes it. */
export function Menu({ name, label, items }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what its buttons leave
    <div
      ref={place}
      className="menu-place"
      onBlur={({ relatedTarget }) => {
        if (isOpen && !place.current?.contains(relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (!isOpen || event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        ref={button}
        type="button"
        className="button button-square"
        aria-label={name}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <MoreSymbol />
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are commands
        <div role="group" className="menu" aria-label={label} tabIndex={-1} ref={focusFirst}>
          {items(close)}
        </div>
      )}
    </div>
  );
}

function focusFirst(menu: HTMLElement | null): void {
  menu?.querySelector('button')?.focus();
}

/** One action of a menu; `opens` a dialog. */
export function MenuItem({ word, press, opens }: { word: string; press: () => void; opens?: true }) {
  return (
    <button type="button" aria-haspopup={opens && 'dialog'} onClick={press}>
      {word}
    </button>
  );
}
