import type { Answer, Asked } from './answer.ts';

/** One answer, as it was handed to the network: a reader that breaks off may have had less of it. */
export interface Answered {
  /** With its query. */
  readonly path: string;
  readonly status: number;
  /** Of the body as it is sent, packed; none of a 304. */
  readonly bytes: number;
  readonly type: string;
}

/** What a server answers, until it is disposed of. */
export interface Recording extends Disposable {
  readonly answers: readonly Answered[];
}

/** Tells all recordings that are under way. */
export class Recorder {
  readonly #open = new Set<Answered[]>();

  record(): Recording {
    const answers: Answered[] = [];
    this.#open.add(answers);
    return { answers, [Symbol.dispose]: () => void this.#open.delete(answers) };
  }

  note(asked: Asked, { status, headers, body }: Answer): void {
    const type = headers['content-type'] ?? '';
    for (const answers of this.#open)
      answers.push({ path: `${asked[':path']}`, status, bytes: body.length, type });
  }
}
