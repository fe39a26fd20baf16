import type { Failure } from '@linkspan/contract';
import { type ReactNode, type SubmitEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { FamilyConfig } from '../../config.ts';
import type { CardProps } from '../cards/use-family.ts';
import { SmallIcon } from '../parts/icon.tsx';
import { explainIn } from '../texts/explain.ts';
import { t } from '../texts/t.ts';

/** A form's dialog. Without `submit` its content gives the commands. */
interface FormDialogProps {
  readonly title: string;
  /** Whether its header shows the family's mark. */
  readonly isOfFamily?: true;
  readonly children: ReactNode;
  /** `run` gets the values of the fields by name; while `isBusy`, a press does nothing. */
  readonly submit?: {
    readonly word: string;
    readonly isBusy?: boolean;
    run(values: Readonly<Record<string, string>>): void;
  };
  /** The mistakes found last, a new object each time: the first wrong field gets the focus. */
  readonly found?: object;
  /** Called when a field has changed. */
  changed?(name: string, text: string): void;
  /** For a form that deletes something: the word of the button that cancels, which is the larger one. */
  readonly cancelWord?: string | undefined;
  close(): void;
}

/** A modal form: Enter in a line submits, Escape closes, and the focus returns. */
export function FormDialog({
  title,
  isOfFamily,
  children,
  submit,
  found,
  changed,
  cancelWord,
  close,
}: FormDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('input, textarea, .choice')?.focus();
    return () => element?.close();
  }, []);
  useLayoutEffect(() => (dialog.current ? keepAboveKeyboard(dialog.current) : undefined), []);
  useLayoutEffect(() => {
    if (found) dialog.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [found]);
  const run = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submit && !submit.isBusy) submit.run(toValues(event.currentTarget));
  };
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={titleId}
      closedby="any"
      onClose={() => dialog.current?.open || close()}
    >
      <div className="sheet-head">
        {isOfFamily && <span className="glyph" aria-hidden="true" />}
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="round" aria-label={t('forms.close')} onClick={close}>
          <SmallIcon name="cross" />
        </button>
      </div>
      <form
        className="form"
        noValidate
        onSubmit={run}
        onInput={({ target }) => {
          const { name, value } = target as HTMLInputElement;
          changed?.(name, value);
        }}
      >
        {children}
        {cancelWord && (
          <button type="button" className="button button-main" onClick={close}>
            {cancelWord}
          </button>
        )}
        {submit && (
          <button
            type="submit"
            className={`button ${cancelWord ? 'button-danger' : 'button-main'}`}
            aria-disabled={submit.isBusy}
          >
            {submit.word}
          </button>
        )}
      </form>
    </dialog>
  );
}

/**
 * Safari on iOS lays its keyboard over the page; other browsers make the page lower: see `interactive-widget` in CSS
 * Viewport 1, 3.3. Returns the function that ends it.
 */
function keepAboveKeyboard({ style }: HTMLElement): (() => void) | undefined {
  const { visualViewport: seen } = window;
  if (!seen) return undefined;
  const control = new AbortController();
  const fit = () => {
    const covered = seen.scale > 1 ? 0 : Math.max(0, innerHeight - seen.height - seen.offsetTop);
    style.setProperty('--covered', `${covered}px`);
  };
  for (const type of ['resize', 'scroll']) seen.addEventListener(type, fit, control);
  return () => control.abort();
}

function toValues(form: HTMLFormElement): Readonly<Record<string, string>> {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return Object.fromEntries([...fields].map(({ name, value }) => [name, value]));
}

/** The attributes of a field's control. */
interface FieldInput {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

/** `input` renders the one control, `wrong` names the mistake, `aside` is beside the label and `children` below. */
interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly aside?: string | undefined;
  readonly wrong: string | undefined;
  readonly children?: ReactNode;
  input(props: FieldInput): ReactNode;
}

/** A labelled control with its mistake and a hint. */
export function Field({ name, label, hint, aside, wrong, children, input }: FieldProps) {
  const id = useId();
  const isWrong = wrong !== undefined;
  const describedBy = `${id}-wrong ${id}-aside ${id}-hint`;
  return (
    <div className="field" data-wrong={isWrong}>
      <div className="field-top">
        <label htmlFor={id}>{label}</label>
        <span id={`${id}-aside`}>{aside}</span>
      </div>
      {input({ id, name, 'aria-describedby': describedBy, 'aria-invalid': isWrong })}
      <div className="field-notes">
        <p id={`${id}-wrong`} className="field-wrong" aria-live="polite">
          {wrong}
        </p>
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
        {children}
      </div>
    </div>
  );
}

/** One of several choices, of which one is in use. */
export function Choice(props: { isInUse: boolean; choose: () => void; children: ReactNode }) {
  return (
    <button type="button" className="choice" aria-current={props.isInUse || undefined} onClick={props.choose}>
      {props.children}
      {props.isInUse && <em>{` ${t('forms.inUse')}`}</em>}
    </button>
  );
}

/** The mistakes of a form's fields, in words. */
export type Wrong<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** The mistakes of a form's fields: all are set at once, and each is cleared when its field changes. */
export function useWrong<Name extends string>() {
  const none = {} as Wrong<Name>;
  const [{ wrong, found }, set] = useState({ wrong: none, found: none });
  return {
    wrong,
    /** The mistakes set last: a new object each time. */
    found,
    setWrong: (wrong: Wrong<Name>) => set({ wrong, found: wrong }),
    clearWrong: (name: Name) => set((now) => ({ ...now, wrong: { ...now.wrong, [name]: undefined } })),
  };
}

/** A form of a connected card. */
export interface FormProps extends CardProps<'connected'> {
  close(): void;
}

/** The mistake of a field, in the words of its failure. */
export function sayWrong(family: FamilyConfig, failed: Failure): string {
  const { title, advice } = explainIn(family, failed);
  return `${title}. ${advice}`;
}
