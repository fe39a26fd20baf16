import { useEffect, useState } from 'react';

/** Whether the same thing has been shown for longer than that; it begins again with another `name`. */
export function useLate(lateMs: number, name: string): boolean {
  const [late, setLate] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setLate(name), lateMs);
    return () => clearTimeout(timer);
  }, [lateMs, name]);
  return late === name;
}
