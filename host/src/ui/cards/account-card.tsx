import { useState } from 'react';
import { FamilyForm, type FormName } from '../forms/family-form.tsx';
import { useDraft } from '../transactions/draft.tsx';
import { Account } from './account.tsx';
import { Actions } from './actions.tsx';
import type { WithAccount } from './card-state.ts';
import { Notice } from './notice.tsx';
import type { Family } from './use-family.ts';

/** The account; what is being asked or has failed; what can be done. */
export function AccountCard({ family, card }: { family: Family; card: WithAccount }) {
  const [opened, setForm] = useState<FormName>();
  const { draft, setDraft } = useDraft();
  const own = draft?.family === family.config.id ? draft : undefined;
  const form = opened ?? (own && 'send');
  const close = () => {
    setForm(undefined);
    if (own) setDraft(undefined);
  };
  return (
    <div className="card-body">
      <Account family={family} card={card} />
      <Notice family={family} revise={() => setForm('send')} />
      <Actions family={family} card={card} open={setForm} />
      {form && card.status === 'connected' && (
        <FamilyForm form={form} family={family} card={card} draft={own} close={close} />
      )}
    </div>
  );
}
