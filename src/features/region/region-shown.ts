import { readCookie } from '../../browser/cookies.ts'

/** What the shopper chose of currency and country, as one text. */
export const regionNow = (): string => `${readCookie('cid') ?? ''} ${readCookie('cc') ?? ''}`

/** The region when this page was loaded. */
export const regionShown = regionNow()
