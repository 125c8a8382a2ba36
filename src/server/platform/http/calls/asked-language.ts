import { isLanguage, type Language } from '../../../../domain/places/locales.ts'

const maxHeaderLength = 1_000

/** Returns the shop language that Accept-Language prefers (RFC 9110, 12.5.4); undefined when it names none. */
export function acceptedLanguage(header: string | null): Language | undefined {
  const ranges = (header ?? '').slice(0, maxHeaderLength).split(',').map(languageRange)
  const [best] = ranges
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .flatMap(({ tag }) => (isLanguage(tag) ? [tag] : []))
  return best
}

function languageRange(range: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { tag: tag.split('-', 1)[0] ?? '', weight: weight === undefined ? 1 : Number(weight) || 0 }
}
