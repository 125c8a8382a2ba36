/** Milliseconds of an hour and of a day of 24 hours; a calendar day may be an hour longer or shorter. */
export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** Seconds of a day, in which cookies and caches count. */
export const daySeconds = 86_400
