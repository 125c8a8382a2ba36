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

/** Files of which one size runs the tests that name no sentence of the specification: the usual size of their users. */
const mostlyOnPhones = [
  'console-(?:camera|exchange|news|packing)',
  'notify-me',
  'remembered',
  'request',
  'subscription',
]
const mostlyOnDesktops = [
  'console(?:-(?:catalogue|choices|conflicts|editor|log-in-as|mails|palette|pictures))?',
  '(?:compare|guides|lists|owners-first-week|quick-order|search-reading|table|tracking|written-sums)',
]

const withoutSentence = (files: readonly string[], language: 'sv' | 'en'): string =>
  `(?:^|[ /])(?:${files.join('|')})\\.spec(?!.*(?:\\[\\d+\\.|@narrow|@wide)).*\\b${language}\\b`

/**
 * Which tests each size runs in the usual `npm test`, by the language in their titles: the phone the Swedish ones, the
 * desktop all others, but for those that run at one size alone. Tests marked `@narrow` or `@wide` run only at that
 * size, in both languages.
 */
export const usualRun = {
  phone: {
    grep: /\bsv\b|@narrow/,
    grepInvert: new RegExp(`\\bin en\\b(?!.*@narrow)|@wide|${withoutSentence(mostlyOnDesktops, 'sv')}`),
  },
  desktop: {
    grep: /./,
    grepInvert: new RegExp(`\\bsv\\b(?!.*@wide)|@narrow|${onceOnly.source}|${withoutSentence(mostlyOnPhones, 'en')}`),
  },
} as const

/** Whether some size runs a test of a file of tests/e2e in the usual run. */
export function isRun(file: string, title: string): boolean {
  const whole = `${file} ${title}`
  return Object.values(usualRun).some(({ grep, grepInvert }) => grep.test(whole) && !grepInvert.test(whole))
}

/** The languages in which some size runs a title with `{language}` in a file of tests/e2e; none for a title without. */
export function languagesRun(file: string, title: string): string[] {
  if (!title.includes('{language}')) return []
  return languages.filter((language) => isRun(file, title.replaceAll('{language}', language)))
}
