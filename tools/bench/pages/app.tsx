import { createRoot } from 'react-dom/client';
import { Application } from './application.tsx';

// The application alone.

createRoot(document.getElementById('root') as HTMLElement).render(<Application />);
