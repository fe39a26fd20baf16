import { explain, toFailure } from '@linkspan/contract';
import { useEffect, useState } from 'react';
import type { Interceptor } from '../releases/interceptor.ts';
import { useShell } from './shell-context.ts';
import { t } from './texts/t.ts';

/** Says that something from an earlier page answers for this page's server, and takes it away on demand. */
export function InterceptorNote() {
  const { config, interceptor } = useShell();
  const [found, setFound] = useState<Interceptor>();
  useEffect(() => {
    // Why it could not be looked for is reported already.
    interceptor.then(setFound, () => undefined);
  }, [interceptor]);
  if (found === undefined) return null;
  const { error } = found;
  const { title, advice } = explain(toFailure(error, error), config.title);
  return (
    <aside className="note" aria-label={title} data-code={error.code}>
      <p role="alert">
        <strong>{title}.</strong> {advice}
      </p>
      <button type="button" className="button button-small" onClick={() => found.remove()}>
        {t('page.removeInterceptor')}
      </button>
    </aside>
  );
}
