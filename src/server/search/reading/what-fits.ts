import { fittingKinds, type FittingKind } from '../../../domain/settings/search.ts'
import { foldedWords } from '../words.ts'

/**
 * What a text says a part is for, where parts themselves say it in other words: memory is for a board with a chipset,
 * and is sold as DDR4 or DDR5. The settings of the shop have what things need. Processors of laptops are left out: they
 * are soldered, and their memory differs.
 */
type Means = { [kind in FittingKind]?: string | undefined }
type Fitting = { thing: RegExp; means: Means }
/** The lines of the setting: "b650, x670 = memory: ddr5". */
type Lines = readonly string[]

const word = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'iu')

const watts = 'how (?:many watts?|much power)|hur m[åa]nga watt|hur mycket (?:effekt|ström)'
const kinds: readonly (readonly [FittingKind, RegExp])[] = [
  ['power', word(`n[äa]tagg(?:regat(?:et)?)?|n[äa]tdel|psu|power supply unit|power supply|power supplies|${watts}`)],
  ['board', word('moderkort(?:et)?|motherboards?|mainboards?|mobo')],
  ['memory', word('ram|ram[- ]?minnen?|ram[- ]?minnet|minnen?|minnet|arbetsminnen?|internminnen?|memory')],
  ['ssd', word('ssd|ssd[- ]disk(?:en)?|ssds|nvme')],
]
const wattsAsked = word(watts)

/** What stands behind the number of a chipset in the name of a board: "B650E-F", "B550M-A". */
const restOfBoard = '[emi]?(?:-[\\p{L}\\p{N}]+)*'
/** How models of processors end; those of laptops end otherwise. */
const ryzenEnd = '(?:x3d|xt|x|ge|gt|g|f|e|af)?'
const coreEnd = '(?:kf|ks|k|f|t|s|p)?'
const maker = '(?:(?:amd|intel|nvidia|geforce|radeon|core) )*'
const purpose =
  '(?<purpose>(?:som passar|passar|till|för|for|to|that fits|compatible with)\\s+)?(?:(?:ett|en|an?|my|min|mitt)\\s+)?'
/** A model is not the beginning of another one: "4070" of "4070 Ti". */
const noMore = '(?!\\s*(?:ti|super|xtx?)(?![\\p{L}\\p{N}]))'
const numberAlone = /^\d+$/

/** The pattern of a thing in a line; the space of a name, its hyphen, and "RTX" may be missing. */
function patternOf(thing: string): string {
  const plain = thing
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/[ -]/g, '[ -]?')
    .replace(/^((?:rtx|rx|gtx)\[ -\]\?)/i, '(?:$1)?')
    .replaceAll('#', '\\d')
  if (/^[a-z]\d{2,3}$/i.test(thing)) return `${thing[0]} ?${thing.slice(1)}${restOfBoard}`
  if (/^lga\d/i.test(thing)) return plain.replace(/^lga/i, 'lga ?')
  if (!/#(?:.*[#\d])?$/.test(thing)) return plain + noMore
  return plain + (/^ryzen/i.test(thing) ? ryzenEnd : coreEnd)
}

function fittingsIn(line: string): Fitting[] {
  const [things = '', needs = ''] = line.split('=')
  const means = Object.fromEntries(
    needs.split(',').flatMap((need) => {
      const [kind = '', value = ''] = need.split(':').map((each) => each.trim().toLowerCase())
      if (!isKind(kind) || value === '') return []
      return [[kind, kind === 'power' ? `${value.replace(/\D/g, '')}w+` : value]]
    }),
  )
  const patterns = things.split(',').flatMap((each) => (each.trim() === '' ? [] : patternOf(each.trim())))
  return patterns.map((each) => ({ thing: word(`${purpose}(?<thing>${maker}${each})`), means }))
}

const isKind = (text: string): text is FittingKind => fittingKinds.some((kind) => kind === text)

const compiled = new WeakMap<Lines, readonly Fitting[]>()

/** The patterns of the settings, made once for each version of them. */
function fittingsOf(lines: Lines): readonly Fitting[] {
  const known = compiled.get(lines) ?? lines.flatMap(fittingsIn)
  compiled.set(lines, known)
  return known
}

/**
 * Returns a text with what parts say in place of what they are for: "ram till b650" as "ram ddr5", "psu for rtx 4070"
 * as "psu 650w+"; `thing` is what they are for. Undefined where nothing is known of it, or where it names things with
 * different needs.
 */
export function textThatFits(text: string, lines: Lines): { text: string; thing: string } | undefined {
  const [kind, named] = kinds.find(([, pattern]) => pattern.test(text)) ?? []
  if (kind === undefined || named === undefined) return undefined
  const all = fittingsOf(lines).flatMap(({ thing, means }) => {
    const found = thing.exec(text)
    return found && isMeant(text, found, named) ? { found, means } : []
  })
  const known = all.filter(({ means }) => means[kind] !== undefined)
  const [first] = known
  const meant = first?.means[kind]
  const isUnknown = all.some(({ means }) => Object.keys(means).length === 0)
  if (meant === undefined || isUnknown || known.some(({ means }) => means[kind] !== meant)) return undefined
  const { found } = first ?? {}
  if (found === undefined) return undefined
  const fitting = text.replace(found[0], () => meant).replace(wattsAsked, 'psu')
  return { text: fitting.replaceAll(/\s+/g, ' ').trim(), thing: found.groups?.['thing'] ?? '' }
}

/** Whether a text asks how much power a thing needs, which no part says. */
export function asksForPower(text: string): boolean {
  return wattsAsked.test(text)
}

/**
 * Computers are called by the numbers of graphics chips, too: a number without "RTX" is a chip behind "for", at the
 * end, or where nothing else is said: "psu for 4090", but not in "psu dell optiplex 3050".
 */
function isMeant(text: string, found: RegExpExecArray, kind: RegExp): boolean {
  const { thing = '', purpose: isFor } = found.groups ?? {}
  if (!numberAlone.test(thing)) return true
  const others = text.replace(found[0], ' ').replace(kind, ' ').trim()
  return others === '' || (isFor !== undefined && text.trimEnd().endsWith(found[0]))
}

/**
 * Tells whether a list has what fits a thing that its address names: an address may say anything. `words`: those that
 * were searched for; `least`: the lowest numbers that are listed.
 */
export function isFitting(
  thing: string,
  listed: { words: readonly string[]; least: readonly number[] },
  lines: Lines,
): boolean {
  const needs = fittingsOf(lines).flatMap(({ thing: pattern, means }) =>
    pattern.exec(thing)?.[0] === thing ? Object.values(means) : [],
  )
  const isListed = (need: string) =>
    listed.least.some((each) => need === `${each}w+`) || foldedWords(need).every((each) => listed.words.includes(each))
  return needs.some((need) => need !== undefined && isListed(need))
}
