import { languages } from '../../src/domain/places/locales.ts'

/** Long tests whose languages differ only in their texts; by default only the phone runs them, in Swedish. */
const onceOnly = new RegExp(
  [
    /keyboard alone|visits every page/,
    /(?:my-order|editors|cart-across-tabs|discounts|limits|back-after-sign-out)\.spec.*\bin en\b/,
    /links\.spec.*\bin en\b.*with(?:out)? script/,
    /excel-order\.spec.*\bin en\b(?!.*(?:rejected file|upload entry))/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/**
 * Which tests each size runs in the usual `npm test`, by the language in their titles: the phone the Swedish ones, the
 * desktop all others. Tests marked `@narrow` or `@wide` run only at that size, in both languages.
 */
export const usualRun = {
  phone: { grep: /\bsv\b|@narrow/, grepInvert: /\bin en\b(?!.*@narrow)|@wide/ },
  desktop: { grep: /./, grepInvert: new RegExp(`\\bsv\\b(?!.*@wide)|@narrow|${onceOnly.source}`) },
} as const

/** The languages in which some size runs a title with `{language}` in a file of tests/e2e; none for a title without. */
export function languagesRun(file: string, title: string): string[] {
  if (!title.includes('{language}')) return []
  return languages.filter((language) => {
    const whole = `${file} ${title.replaceAll('{language}', language)}`
    return Object.values(usualRun).some(({ grep, grepInvert }) => grep.test(whole) && !grepInvert.test(whole))
  })
}
