import { parseArgs } from 'node:util'
import { isLanguage, languages, type Language } from '../../../domain/places/locales.ts'
import { ContentError } from '../../../server/content/content-item.ts'

const options = {
  lang: { type: 'string' },
  json: { type: 'boolean' },
  published: { type: 'boolean' },
  publish: { type: 'boolean' },
  at: { type: 'string' },
  title: { type: 'string' },
  description: { type: 'string' },
  hidden: { type: 'boolean' },
  shown: { type: 'boolean' },
  slug: { type: 'string' },
  name: { type: 'string' },
  'ex-vat': { type: 'boolean' },
  hours: { type: 'string' },
} as const

export type ContentArguments = ReturnType<typeof readArguments>

/** Parses the arguments of `content <command>`: options and positional words. */
export function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  return { ...values, words: positionals }
}

/** The kind and id given as the first two words. */
export function namedItem<Kind extends string>(
  { words: [kind, id] }: ContentArguments,
  kinds: readonly Kind[],
): { kind: Kind; id: string } {
  const known = kinds.find((each) => each === kind)
  if (!known || !id) throw new ContentError(`Name one of ${kinds.join(', ')} and its id.`)
  return { kind: known, id }
}

export function oneLanguage({ lang }: ContentArguments): Language {
  if (isLanguage(lang)) return lang
  throw new ContentError(`Say which language with --lang: ${languages.join(' or ')}.`)
}

/** The language given by `--lang`, or all. */
export function someLanguages(named: ContentArguments): readonly Language[] {
  return named.lang === undefined ? languages : [oneLanguage(named)]
}

/** `--at`: a future moment with its time zone. */
export function moment({ at }: ContentArguments, now: Date): Date | undefined {
  if (at === undefined) return undefined
  const time = new Date(at)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(at) || Number.isNaN(time.getTime())) {
    throw new ContentError(`"${at}" is no moment: write date, time and time zone, such as 2026-12-01T08:00:00+01:00.`)
  }
  if (time <= now) throw new ContentError(`"${at}" has passed: leave out --at and publish.`)
  return time
}

/** `--hours`: a whole number from 1 to 720. */
export function hours({ hours: text = '24' }: ContentArguments): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > 720)
    throw new ContentError('--hours must be a whole number from 1 to 720.')
  return number
}
