import { dictionary } from '@zxcvbn-ts/language-common'

/** Common Swedish passwords that the international list lacks. */
const swedish = [
  'lösenord',
  'fotboll',
  'sverige',
  'svenska',
  'stockholm',
  'göteborg',
  'malmö',
  'hammarby',
  'djurgården',
  'ifkgöteborg',
  'semester',
  'älskling',
  'jagälskardig',
  'blomma',
  'hästen',
  'katten',
  'hunden',
  'sommaren',
  'midsommar',
  'hemligt',
  'hejhej',
  'hejhejhej',
  'hejhopp',
  'tjejen',
  'killen',
  'mamma',
  'pappa',
]

/** The passwords that are refused as too common, in lower case; takes 23 MB, so import it only when it is needed. */
export const commonWords: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'].map((word) => word.toLowerCase()),
  ...swedish,
])
