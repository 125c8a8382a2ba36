import type { Language } from '../../../../src/domain/places/locales.ts'

/** An amount as a mail has it, in minor units. */
type Money = { written: string; currency: string; amount: number }

/** What currencies are called in each language (Unicode CLDR), the longest first. */
const signs = {
  sv: { Dkr: 'DKK', Nkr: 'NOK', kr: 'SEK', '€': 'EUR', DKK: 'DKK', NOK: 'NOK' },
  en: { SEK: 'SEK', DKK: 'DKK', NOK: 'NOK', '€': 'EUR' },
} as const satisfies Record<Language, Record<string, string>>

/** Thousands are apart by a space that does not break, which parts no two numbers. */
const number = String.raw`[-\u2212]?\d{1,3}(?:[\u00a0,]?\d{3})*(?:[.,]\d{2})?`

/** Reads every amount of a text, without the shop's own formats. */
export function findMoney(text: string, language: Language): Money[] {
  const sign = Object.keys(signs[language]).join('|')
  const written =
    language === 'sv'
      ? new RegExp(`(?<number>${number})\u00a0(?<sign>${sign})(?!\\w)`, 'g')
      : new RegExp(`(?<minus>[-\u2212]?)(?<sign>${sign})\u00a0?(?<number>${number})`, 'g')
  return [...text.matchAll(written)].map(({ 0: whole, groups = {} }) => ({
    written: whole,
    currency: new Map<string, string>(Object.entries(signs[language])).get(groups['sign'] ?? '') ?? '',
    amount: minorOf(groups['number'] ?? '', language) * (groups['minus'] ? -1 : 1),
  }))
}

function minorOf(written: string, language: Language): number {
  const plain = written
    .replaceAll(language === 'sv' ? '\u00a0' : ',', '')
    .replace(',', '.')
    .replace('\u2212', '-')
  return Math.round(Number(plain) * 100)
}
