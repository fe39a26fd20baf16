/** Takes the undoing of what was opened; all of it is undone when the work ends. */
export type Opened = (undo: () => Promise<unknown>) => void;
