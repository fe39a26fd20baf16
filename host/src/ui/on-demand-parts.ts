// What few people open, or only once they are connected: one file, since each costs every page a hash.

export { PairingView } from './dialog/pairing-view.tsx';
export { AnswersDialog, AppearanceDialog } from './foot-dialogs.tsx';
export { Accounts } from './header/accounts.tsx';
export { RunsDialog } from './runs/runs-dialog.tsx';
