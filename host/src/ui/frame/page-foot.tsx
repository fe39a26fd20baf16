import { useEffect, useState } from 'react';
import { FormDialog } from '../forms/form-dialog.tsx';
import { Boundary, onDemand } from '../parts/boundary.tsx';
import { Icon } from '../parts/icon.tsx';
import { t } from '../texts/t.ts';
import { useShell } from '../use-shell.ts';

const dialogs = {
  runs: onDemand(async () => (await import('../on-demand.lazy.ts')).RunsDialog),
  answers: onDemand(async () => (await import('../on-demand.lazy.ts')).AnswersDialog),
  appearance: onDemand(async () => (await import('../on-demand.lazy.ts')).AppearanceDialog),
  forget: ForgetForm,
};

/** The foot of the page: dialogs about the running code, wallets, the appearance, and the stored data. */
export function PageFoot() {
  const { app, links = [] } = useShell().config;
  const [isLive, live] = useState(false);
  const [isStorageUnavailable, setForgetful] = useState(false);
  const [opened, open] = useState<keyof typeof dialogs>();
  const Opened = opened && dialogs[opened];
  // The prerendered page has nobody to forget yet.
  useEffect(() => {
    live(true);
    setForgetful(!isStorageWorking(() => localStorage));
  }, []);
  return (
    <footer className="page-foot">
      {isStorageUnavailable && <p data-field="forgetful">{t('page.keepsNothing')}</p>}
      {isLive && (
        <>
          <FootButton word={t('foot.runs')} press={() => open('runs')} isChecked />
          <FootButton word={t('foot.whatIsWallet')} press={() => open('answers')} />
          {/* An application has a color scheme of its own. */}
          {!app && <FootButton word={t('foot.appearance')} press={() => open('appearance')} />}
          <FootButton word={t('page.forget')} press={() => open('forget')} />
        </>
      )}
      {links.map(({ title, url }) => (
        // In another tab, since a request may be open in this one.
        <a key={url} className="button button-small button-bare" href={url} target="_blank" rel="noopener">
          {title}
        </a>
      ))}
      {Opened && <Boundary draw={() => <Opened close={() => open(undefined)} />} />}
    </footer>
  );
}

function FootButton({ word, press, isChecked }: { word: string; press: () => void; isChecked?: true }) {
  return (
    <button type="button" className="button button-small button-bare" aria-haspopup="dialog" onClick={press}>
      {isChecked && <Icon name="shield" />}
      <span>{word}</span>
    </button>
  );
}

/** Whether the browser stores data now: its storage can be full, switched off or missing. */
export function isStorageWorking(open: () => Storage): boolean {
  const key = 'linkspan:try';
  try {
    const storage = open();
    storage.setItem(key, key);
    const isKept = storage.getItem(key) === key;
    storage.removeItem(key);
    return isKept;
  } catch {
    return false;
  }
}

/** Explains the deletion of all stored data, and does it on a second press. Then the page reloads. */
function ForgetForm({ close }: { close(): void }) {
  const { commands } = useShell();
  const [isRunning, setRunning] = useState(false);
  const forget = () => {
    if (isRunning) return;
    setRunning(true);
    commands.forget().catch(reportError);
  };
  return (
    <FormDialog
      title={t('forms.forgetTitle')}
      submit={{ word: t(isRunning ? 'forms.forgetting' : 'forms.forgetSubmit'), run: forget }}
      cancelWord={isRunning ? undefined : t('forms.forgetCancel')}
      close={close}
    >
      <p>{t('forms.forget')}</p>
      <p>{t('forms.forgetNot')}</p>
    </FormDialog>
  );
}
