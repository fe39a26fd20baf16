// Parts that few people open, or only once they are connected: one file, since each costs every page a hash.

export { PairingView } from './dialog/pairing-view.tsx';
export { ReceiveForm } from './forms/receive-form.tsx';
export { SendForm } from './forms/send-form.tsx';
export { Accounts } from './frame/accounts.tsx';
export { AnswersDialog, AppearanceDialog } from './frame/foot-dialogs.tsx';
export { RunsDialog } from './frame/runs-dialog.tsx';
