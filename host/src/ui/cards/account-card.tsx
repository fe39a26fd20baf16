import { useState } from 'react';
import { FamilyForm, type FormName } from '../forms/family-form.tsx';
import { Boundary } from '../parts/boundary.tsx';
import { Account } from './account.tsx';
import { Actions } from './actions.tsx';
import type { WithAccount } from './card-state.ts';
import { Notice } from './notice.tsx';
import type { Family } from './use-family.ts';

/** The account; what is being asked or has failed; what can be done. */
export function AccountCard({ family, card }: { family: Family; card: WithAccount }) {
  const [form, setForm] = useState<FormName>();
  // The sheet says from which account, and has its own way out.
  const isAsked = family.notice.kind === 'asking' || family.notice.kind === 'checking';
  return (
    <div className="card-body">
      {!isAsked && <Account family={family} card={card} />}
      <Notice family={family} revise={() => setForm('send')} />
      {!isAsked && <Actions family={family} card={card} open={setForm} />}
      {form && card.status === 'connected' && (
        <Boundary
          key={form}
          draw={() => <FamilyForm form={form} family={family} card={card} close={() => setForm(undefined)} />}
        />
      )}
    </div>
  );
}
