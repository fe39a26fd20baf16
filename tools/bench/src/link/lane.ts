/** Something that a lane carries: bytes of a stream, or a sign that takes no room (an opening, an end, a reset). */
export interface Parcel {
  readonly bytes: number;
  /** It waits no longer: its way has begun. */
  left?(): void;
  /** It has come out at the other end, at this time. */
  arrived(atMs: number): void;
}

interface Waiting {
  readonly parcel: Parcel;
  readonly sinceMs: number;
}

/**
 * One direction of a link: one parcel after the other at a rate (kbit/s, null for no bound), each with a delay (ms)
 * after it has left. Parcels of a stream keep their order; streams that wait take turns.
 *
 * It knows no clock: `advance` is told the time, and works out when each parcel has left and arrived since the last
 * time. However late that is, nothing leaves earlier, later or in another order than it should have.
 */
export class Lane {
  readonly #kbps: number | null;
  readonly #delayMs: number;
  /** Of each stream that waits; whose turn it is stands first. */
  readonly #queues = new Map<object, Waiting[]>();
  readonly #underWay: { parcel: Parcel; arrivesMs: number }[] = [];
  #freeMs = Number.NEGATIVE_INFINITY;

  constructor({ kbps, delayMs }: { kbps: number | null; delayMs: number }) {
    this.#kbps = kbps;
    this.#delayMs = delayMs;
  }

  /** Lets a parcel wait from a time on: for its turn, and for those of its stream that were put before it. */
  put(stream: object, parcel: Parcel, sinceMs: number): void {
    const queue = this.#queues.get(stream);
    if (queue) queue.push({ parcel, sinceMs });
    else this.#queues.set(stream, [{ parcel, sinceMs }]);
  }

  /** Forgets what still waits of a stream. */
  drop(stream: object): void {
    this.#queues.delete(stream);
  }

  /** Brings everything to where it is at a time. */
  advance(nowMs: number): void {
    for (let startMs = this.#nextMs(); startMs <= nowMs; startMs = this.#nextMs()) this.#send(startMs);
    for (let first = this.#underWay[0]; first && first.arrivesMs <= nowMs; first = this.#underWay[0]) {
      this.#underWay.shift();
      first.parcel.arrived(first.arrivesMs);
    }
  }

  /** When something happens next; infinite where nothing is on its way. */
  wakeMs(): number {
    return Math.min(this.#nextMs(), this.#underWay[0]?.arrivesMs ?? Number.POSITIVE_INFINITY);
  }

  /** When the next parcel leaves. */
  #nextMs(): number {
    const since = [...this.#queues.values()].map(([first]) => first?.sinceMs ?? Number.POSITIVE_INFINITY);
    return Math.max(this.#freeMs, Math.min(...since));
  }

  #send(startMs: number): void {
    for (const [stream, queue] of this.#queues) {
      const [first] = queue;
      if (!first || first.sinceMs > startMs) continue;
      queue.shift();
      this.#queues.delete(stream);
      if (queue.length > 0) this.#queues.set(stream, queue);
      // A thousand bits a second are a bit a millisecond.
      this.#freeMs = startMs + (this.#kbps === null ? 0 : (first.parcel.bytes * 8) / this.#kbps);
      this.#underWay.push({ parcel: first.parcel, arrivesMs: this.#freeMs + this.#delayMs });
      first.parcel.left?.();
      return;
    }
  }
}
