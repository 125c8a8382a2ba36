import type { Language } from '../../../src/domain/places/locales.ts'

/**
 * What must hold for a part, in the words of the database; an absent fact is no condition. Values of one fact are
 * alternatives, different facts must all hold. How they become grades: `judgement.ts`.
 */
export type Facts = {
  /** Categories by id or English address, with everything below them. */
  kinds?: readonly string[]
  /** Ids of devices, one of which the part must fit; `nordbok-pro-14-*` is every device with this beginning. */
  devices?: readonly string[]
  /**
   * Values by attribute, as `65 W` or `usb_c`: the unit is checked against the attribute's own. `M.2 PCIe*` is every
   * value with this beginning.
   */
  attributes?: Readonly<Record<string, string | readonly string[]>>
  /** Between what the number of an attribute must be, both ends included. */
  limits?: Readonly<Record<string, { from?: number; to?: number }>>
  /** What it must not be. */
  without?: readonly Facts[]
  /** Slugs of brands. */
  brands?: readonly string[]
  /** A number as it is stored: the part's own, its maker's, or an older one that it replaces. */
  number?: string
  /** Article numbers, where a shopper names a single part by other words than its number. */
  skus?: readonly string[]
  /**
   * Words of the English name, all of which it must have, for what no attribute says. Compared without case and
   * punctuation: `nh-d15` is in `NH D15 G2`, not in `NH-D15S`; `b650*` is the beginning of a word. Words in a list of
   * their own are alternatives.
   */
  named?: readonly (string | readonly string[])[]
}

export type Wanted = Facts & {
  /** What else a shopper who typed this may be content with. */
  also?: readonly Facts[]
  /** Words that name nothing in the catalogue and have to be left out, and said to be. */
  unknown?: readonly string[]
}

/** `nothing`: no part answers this, and the honest answer is an empty one. */
export type Query = { text: string; language: Language; wanted: Wanted | 'nothing' }

/** Queries by what they have in common. */
export type KindsOfQueries = ReadonlyMap<string, readonly Query[]>

/** Queries that want the same. */
export function ask(language: Language, wanted: Query['wanted'], ...texts: readonly string[]): Query[] {
  return texts.map((text) => ({ text, language, wanted }))
}
