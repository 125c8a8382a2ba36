import type { MenuColumn, MenuLink } from '../../../contracts/console/menus.ts'
import {
  footerScreens,
  isOutside,
  maxColumns,
  maxLinks,
  type FooterColumn,
  type FooterLink,
} from '../../../domain/settings/footer.ts'

type Typed = ReadonlyMap<string, string>
export const noLink: MenuLink = { en: '', sv: '', to: '', address: '', place: '', fault: null }
export const noColumn: MenuColumn = { id: '', en: '', sv: '', place: '', links: [noLink], fault: null }

const maxTextLength = 60
const maxAddressLength = 500
const maxIdLength = 40

/** Shows the columns of the settings as fields, with room for one more link in each, and for one more column. */
export function typedColumns(columns: readonly FooterColumn[]): MenuColumn[] {
  const shown = columns.map(({ id, title, links }, at) => ({
    id,
    ...title,
    place: String(at + 1),
    links: [...links.map(typedLink), noLink],
    fault: null,
  }))
  return [...shown, noColumn]
}

function typedLink({ text, screen, page, address = '' }: FooterLink, at: number): MenuLink {
  const to = screen !== undefined ? `screen:${screen}` : page !== undefined ? `page:${page}` : 'address'
  return { ...text, to, address, place: String(at + 1), fault: null }
}

/**
 * Reads the columns from the form, in the order of their places; what has no text is left out. Each column and link
 * says what is wrong with it.
 */
export function readColumns(columns: Typed, links: Typed): MenuColumn[] {
  const read = numbers(columns).map((column): MenuColumn => {
    const field = (name: string, maxLength = maxTextLength) => textOf(columns, `${column}.${name}`, maxLength)
    const own = numbers(links, `${column}.`).map((link) => readLink(links, `${column}.${link}`))
    const filled = inOrder(own.filter((link) => link.en !== '' || link.sv !== ''))
    const typed = { id: field('id', maxIdLength), en: field('en'), sv: field('sv'), place: field('place') }
    return { ...typed, links: filled, fault: faultOfColumn(typed, filled) }
  })
  const filled = inOrder(read.filter(({ en, sv, links: own }) => en !== '' || sv !== '' || own.length > 0))
  return filled.map((column, at) => (at >= maxColumns ? { ...column, fault: 'too_many' as const } : column))
}

function faultOfColumn({ en, sv }: { en: string; sv: string }, links: readonly MenuLink[]): MenuColumn['fault'] {
  if (links.length > maxLinks) return 'too_many'
  if (links.length === 0) return en === '' && sv === '' ? null : 'no_links'
  return en === '' || sv === '' ? 'texts' : null
}

function readLink(links: Typed, key: string): MenuLink {
  const field = (name: string, maxLength = maxTextLength) => textOf(links, `${key}.${name}`, maxLength)
  const [en, sv, to, place] = [field('en'), field('sv'), field('to', 100), field('place')]
  const link = { en, sv, to, place, address: to === 'address' ? field('address', maxAddressLength) : '' }
  return { ...link, fault: faultOfLink(link) }
}

function faultOfLink({ en, sv, to, address }: Omit<MenuLink, 'fault'>): MenuLink['fault'] {
  if (en === '' || sv === '') return 'texts'
  if (to === 'address') return isOutside(address) ? null : 'address'
  return targetOf(to, '') ? null : 'target'
}

/** Tells whether a form has nothing wrong. */
export function isRight(columns: readonly MenuColumn[]): boolean {
  return columns.every(({ fault, links }) => fault === null && links.every((link) => link.fault === null))
}

/** The columns as the settings keep them; a new one gets an id made of its English title. */
export function columnsToSave(columns: readonly MenuColumn[]): FooterColumn[] {
  const taken = new Set(columns.map(({ id }) => id).filter(Boolean))
  return columns.map(({ id, en, sv, links }) => {
    const own = id === '' ? newId(en, taken) : id
    taken.add(own)
    const kept = links.flatMap(({ to, address, ...text }) => {
      const target = targetOf(to, address)
      return target ? [{ text: { en: text.en, sv: text.sv }, ...target }] : []
    })
    return { id: own, title: { en, sv }, links: kept }
  })
}

function targetOf(to: string, address: string): Pick<FooterLink, 'screen' | 'page' | 'address'> | undefined {
  if (to === 'address') return { address }
  const [kind, name = ''] = to.split(':')
  const screen = kind === 'screen' ? footerScreens.find((each) => each === name) : undefined
  if (screen) return { screen }
  return kind === 'page' && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) ? { page: name } : undefined
}

function newId(title: string, taken: ReadonlySet<string>): string {
  const words = (title.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-').slice(0, maxIdLength - 4)
  const base = /^[a-z]/.test(words) ? words.replace(/-+$/, '') : 'column'
  const numbered = Array.from({ length: taken.size + 1 }, (_, at) => (at === 0 ? base : `${base}-${at + 1}`))
  return numbered.find((id) => !taken.has(id)) ?? base
}

/** The numbers that begin the keys, or that follow `start`, from the lowest to the highest. */
function numbers(typed: Typed, start = ''): number[] {
  const found = [...typed.keys()].flatMap((key) => {
    const [, number] = /^(\d{1,3})\./.exec(key.startsWith(start) ? key.slice(start.length) : '') ?? []
    return number === undefined ? [] : [Number(number)]
  })
  return [...new Set(found)].sort((one, other) => one - other)
}

function textOf(typed: Typed, key: string, maxLength: number): string {
  return (typed.get(key) ?? '').trim().slice(0, maxLength)
}

/** Sorts by place; what has none comes last, in the order of the form. */
function inOrder<Placed extends { place: string }>(all: readonly Placed[]): Placed[] {
  const placeOf = ({ place }: Placed) => (/^\d{1,3}$/.test(place) ? Number(place) : Infinity)
  return all.toSorted((one, other) => (placeOf(one) === placeOf(other) ? 0 : placeOf(one) - placeOf(other)))
}
