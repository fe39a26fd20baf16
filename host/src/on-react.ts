// All that runs on React: the views, and what remotes are lent of it. One file, beside which wallets are connected.
export { offered } from './loader/offered.ts';
export { showViews } from './views/show-views.tsx';
