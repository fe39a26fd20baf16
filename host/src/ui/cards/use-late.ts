import { useEffect, useState } from 'react';

/** Whether the same thing has been shown for longer than `lateMs`; another `name` starts the time again. */
export function useLate(lateMs: number, name: string): boolean {
  const [late, setLate] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setLate(name), lateMs);
    return () => clearTimeout(timer);
  }, [lateMs, name]);
  return late === name;
}
