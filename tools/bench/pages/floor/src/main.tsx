import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { hearWallets } from './hear-wallets.ts';

hearWallets();
createRoot(document.getElementById('root') as HTMLElement).render(<App />);
