import { readCookie } from '../../browser/cookies.ts'

/** What the shopper chose of currency and country, as one text. */
export const regionNow = (): string => `${readCookie('cid') ?? ''} ${readCookie('cc') ?? ''}`

/** The same when this page came. */
export const regionShown = regionNow()
