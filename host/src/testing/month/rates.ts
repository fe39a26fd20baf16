/** Milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/**
 * What happens in thirty days, and how often. What a pair holds is drawn evenly between both; where a range spans
 * orders of magnitude, evenly between their logarithms. All else is a chance from 0 to 1.
 */
export const rates = {
  days: 30,
  /** How long a live document is good: what the release command signs unless told otherwise. */
  lifeMs: 7 * dayMs,

  store: {
    /** Outages of one store alone, and of all at once. */
    outages: [6, 12],
    outageMs: [2 * minuteMs, 2 * hourMs],
    hasLongOutage: 0.5,
    longOutageMs: [8 * hourMs, 10 * hourMs],
    outagesOfAll: [1, 2],
    outageOfAllMs: [10 * minuteMs, hourMs],
    /** Hours in which some answers are late, or are not what was asked for. */
    hiccups: [8, 16],
    hiccupMs: [5 * minuteMs, 3 * hourMs],
    hiccupHits: 0.5,
    lateMs: [2_000, 30_000],
  },

  team: {
    /** That the daily refresh fails from this day on, and for how many days. */
    missesRefresh: 0.03,
    missedDays: [1, 3],
    betweenReleasesMs: [3 * dayMs, 6 * dayMs],
    rollsBack: 0.3,
    /** Of those rolled back. */
    revokes: 0.3,
    withdraws: 0.5,
    withdrawnMs: [hourMs, 6 * hourMs],
    rootRotations: [1, 3],
    /** Of the rotations. */
    replacesOnlineKey: 0.4,
  },

  host: {
    betweenDeploysMs: [2 * dayMs, 5 * dayMs],
    /** How old the documents are that a deploy takes. */
    documentsAgeMs: [0, dayMs],
  },

  visitor: {
    visitsAgain: 0.55,
    clearsStorage: 0.05,
    /**
     * That the page is from before the last deploy: a tab that the browser brings back out of its cache. All others
     * are asked for again, as the page's headers demand.
     */
    hasFormerPage: 0.003,
    /** Each time the first that applies; else the clock is right to two minutes. */
    clock: {
      wrong: 0.001,
      /** Beyond what any document allows: fourteen days and the day of grace. */
      wrongMs: [15 * dayMs, 400 * dayMs],
      daysOff: 0.001,
      daysOffMs: [dayMs, 6 * dayMs],
      hoursOff: 0.05,
      hoursOffMs: [hourMs, dayMs],
      minutesOff: 0.15,
      minutesOffMs: [2 * minuteMs, hourMs],
    },
    /** A page from the cache, and nothing else comes. */
    isOffline: 0.005,
    isSlow: 0.05,
    /** Until an answer, whichever server is asked. */
    answerMs: [20, 400],
    slowAnswerMs: [400, 3_000],
    /** That a single request or its answer is lost, whichever server is asked. */
    losesRequest: 0.002,
  },
} as const;
