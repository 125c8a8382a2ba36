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

/** Files whose tests in both languages prove another thing in each, whether they name a sentence or not. */
const inBothLanguages = `(?:${[
  'every-screen',
  'console-(?:corrections|lists|merge|returns|screens|second-step|subscription|versions)',
  'search-engines',
  'header',
  'odd-addresses',
  'follow-order',
  'small-screens',
].join('|')})`

/**
 * Files of which the phone runs the tests that name no sentence that a shopper sees, because their users mostly have
 * one; of all others the desktop runs them.
 */
const mostlyOnPhones = [
  'account',
  'back-after-sign-out',
  'browse',
  'buy-as-guest',
  'cart-across-tabs',
  'consent',
  'console-(?:camera|exchange|news|packing)',
  'device-finder',
  'discounts',
  'editors',
  'errands',
  'excel-order',
  'keyboard',
  'limits',
  'links',
  'my-order',
  'notify-me',
  'remembered',
  'request',
  'subscription',
  'unsubscribe',
  'without-script',
].join('|')

/** An id of a section whose sentences a shopper sees, which need a browser test in both languages. */
const named = String.raw`\[[28]\.`
const withoutSentence = (files: string, language: 'sv' | 'en'): string =>
  String.raw`(?:^|[ /])${files}\.spec(?!.*(?:${named}|@narrow|@wide)).*\b${language}\b`
const onPhones = `(?:${mostlyOnPhones})`
const onDesktops = `(?!(?:${mostlyOnPhones}|${inBothLanguages})\\.spec)[a-z-]+`
/** Of the tests of one size, those that name no such sentence run in Swedish on phones and in English on desktops. */
const oneSize = (language: 'sv' | 'en', size: '@narrow' | '@wide'): string =>
  String.raw`(?:^|[ /])(?!${inBothLanguages}\.spec)[a-z-]+\.spec(?!.*${named})(?=.*${size}).*\bin ${language}\b`

/**
 * Which tests each size runs in the usual `npm test`, by the language in their titles: the phone the Swedish ones, the
 * desktop all others, but for those that run at one size alone. Tests marked `@narrow` or `@wide` run only at that
 * size, in both languages where they name a sentence that a shopper sees.
 */
export const usualRun = {
  phone: {
    grep: /\bsv\b|@narrow/,
    grepInvert: new RegExp(
      String.raw`\bin en\b(?!.*@narrow)|@wide|${withoutSentence(onDesktops, 'sv')}|${oneSize('en', '@narrow')}`,
    ),
  },
  desktop: {
    grep: /./,
    grepInvert: new RegExp(
      String.raw`\bsv\b(?!.*@wide)|@narrow|${onceOnly.source}|${withoutSentence(onPhones, 'en')}|` +
        oneSize('sv', '@wide'),
    ),
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
