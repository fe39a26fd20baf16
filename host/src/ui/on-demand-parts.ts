// What few people open, or only once they are connected: one file, since each costs every page a hash.

export { AnswersDialog } from './answers-dialog.tsx';
export { AppearanceDialog } from './appearance-dialog.tsx';
export { PairingView } from './dialog/pairing-view.tsx';
export { Accounts } from './header/accounts.tsx';
export { RunsDialog } from './runs/runs-dialog.tsx';
