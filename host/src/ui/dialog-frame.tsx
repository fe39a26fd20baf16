import type { FamilyConfig } from '../config.ts';
import { Cross } from './parts/symbols.tsx';
import { dialogTexts } from './texts/en-dialog.ts';
import { frameTexts } from './texts/en-frame.ts';

/** The wallet dialog without its wallets: the early script fills each group's list. */
export function DialogFrame({ families }: { families: readonly FamilyConfig[] }) {
  return (
    <dialog id="connect" className="sheet sheet-tall" aria-labelledby="connect-title" closedby="any">
      <header className="sheet-head">
        <h2 id="connect-title">{frameTexts.title}</h2>
        <p className="sheet-says" role="status">
          {dialogTexts.looking}
        </p>
        <form method="dialog">
          <button type="submit" className="round" aria-label={frameTexts.close}>
            <Cross />
          </button>
        </form>
      </header>
      <div className="sheet-list">
        {families.map(({ id, title }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are commands
          <div
            key={id}
            role="group"
            className="wallets"
            data-group={id}
            data-family={id}
            aria-labelledby={`connect-${id}`}
            hidden
          >
            <h3 id={`connect-${id}`}>
              <span className="glyph glyph-small" aria-hidden="true" />
              <span>{title}</span>
            </h3>
            <p className="wallets-hint" />
            <div className="wallets-list" />
          </div>
        ))}
      </div>
      <details className="sheet-foot">
        <summary>
          <span>{frameTexts.keys}</span>
          <span>{frameTexts.what}</span>
        </summary>
        {frameTexts.answers.map((answer) => (
          <p key={answer}>{answer}</p>
        ))}
      </details>
    </dialog>
  );
}
