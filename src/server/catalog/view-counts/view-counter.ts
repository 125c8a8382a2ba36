import type { IncomingHttpHeaders } from 'node:http'
import { languages } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'

/** More addresses than these are not counted until the next writing: nobody fills the memory by inventing some. */
const maxPaths = 20_000
const maxNames = 1_000
const maxNameLength = 400
/** What programs call themselves, in parts of their names. */
const names =
  'bot|crawl|spider|slurp|scan|monitor|preview|fetch|curl|wget|python|java/|go-http|node|axios|http-?client|headless|' +
  'lighthouse'
const program = new RegExp(names, 'i')

const beginnings = languages.map((language) => href(language, 'product', { slug: 'x' }).slice(0, -1))

/**
 * Counts in memory how often the pages of products are sent to browsers, by their paths alone: nothing of a visitor is
 * kept. Programs that say what they are, and pages that a browser loads in advance, are not counted.
 */
export class ViewCounter {
  #counts = new Map<string, number>()
  /** Whether a name of a browser is that of a program; the same few come again and again. */
  readonly #programs = new Map<string, boolean>()

  /** Counts the page at a path with its query, as it was asked for by a browser and sent. */
  note(target: string, headers: IncomingHttpHeaders): void {
    if (!beginnings.some((beginning) => target.startsWith(beginning)) || !this.#isView(headers)) return
    const end = target.indexOf('?')
    this.#add(end === -1 ? target : target.slice(0, end), 1)
  }

  /** Gives what was counted since the last time, and begins anew. */
  take(): ReadonlyMap<string, number> {
    const counts = this.#counts
    this.#counts = new Map()
    return counts
  }

  /** Takes back what could not be written. */
  restore(counts: ReadonlyMap<string, number>): void {
    for (const [path, views] of counts) this.#add(path, views)
  }

  #add(path: string, views: number): void {
    const before = this.#counts.get(path)
    if (before !== undefined || this.#counts.size < maxPaths) this.#counts.set(path, (before ?? 0) + views)
  }

  #isView(headers: IncomingHttpHeaders): boolean {
    if (headers['sec-purpose'] !== undefined || headers['purpose'] !== undefined) return false
    const destination = headers['sec-fetch-dest']
    if (destination !== undefined && destination !== 'document') return false
    return !this.#isProgram((headers['user-agent'] ?? '').slice(0, maxNameLength))
  }

  #isProgram(name: string): boolean {
    const known = this.#programs.get(name)
    if (known !== undefined) return known
    if (this.#programs.size >= maxNames) this.#programs.clear()
    const found = name === '' || program.test(name)
    this.#programs.set(name, found)
    return found
  }
}
