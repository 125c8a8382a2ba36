import { z } from 'zod/mini'
import type { DeliveryKind } from '../../domain/cart/delivery-methods.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { SchemeColours } from '../../domain/settings/colours.ts'
import type { SettingsGroup } from '../../domain/settings/settings.ts'
import { formChoice, formText, formTextsByKey } from '../form-fields.ts'
import type { FeedLine } from './product-feeds.ts'

/**
 * The groups that the console shows. Sources name files and addresses of the server's own network, which only whoever
 * runs the server may choose; columns of the footer are lists in lists, which the form does not have. Both stay with
 * the `shop` command.
 */
export type ShownGroup = Exclude<SettingsGroup, 'sources' | 'footer'>

/** The settings of a group as typed; `since` is the newest change that the page knew. */
export const settingsForm = z.object({
  since: formText(15),
  'set:': formTextsByKey,
  trial_country: formText(2),
  trial_sum: formText(20),
  trial_kilograms: formText(20),
})
/** Pictures of the brand that are uploaded. */
export const brandPictures = ['logo', 'favicon', 'picture'] as const
export const uploadForm = z.object({ since: formText(15), picture: formChoice(brandPictures) })
export const writeFeedsForm = z.object({})
export const undoForm = z.object({ since: formText(15), revision: formText(15) })

export type SettingField = {
  /** Its place in the form, such as `methods.0.days`. */
  name: string
  /** What it is called, from the outermost name to its own; an entry of a list by its id or number. */
  path: readonly string[]
  /** `lines` has a value on each line; `ticks` has the same, each of which is a choice with a box of its own. */
  kind: 'text' | 'number' | 'switch' | 'choice' | 'lines' | 'ticks'
  value: string
  /** What the shop has now, where `value` is what was typed. */
  stored: string
  choices: readonly string[]
  /** Those of many choices that are shown before the others. */
  first: readonly string[]
  maxLength: number | null
  /** Part of an entry that is not there yet. */
  isNew: boolean
  fault: string | null
}

type Change = { name: string; before: string; after: string }

/**
 * The fields of a list's entry, or those that belong to no list; `place` is the entry's in the form, '' for none. An
 * entry without a name, of plain values alone, is a row of its list's table.
 */
export type SettingSection = {
  path: readonly string[]
  place: string
  isNew: boolean
  isRow: boolean
  fields: readonly SettingField[]
}

/**
 * What an order would cost with the settings as they are typed. Sums are minor units of the home currency, `goods` with
 * the VAT of the country.
 */
export type SettingTrial = {
  order: { country: string; sum: string; kilograms: string }
  /** The field of the order that cannot be read. */
  fault: 'country' | 'sum' | 'kilograms' | null
  result: null | {
    country: string
    currency: CurrencyCode
    isSold: boolean
    /** Basis points. */
    vatRate: number
    goods: number
    exVat: number
    /** A company there with a VAT number pays the sum without VAT. */
    isForeignCompany: boolean
    deliveries: readonly {
      id: string
      kind: DeliveryKind
      name: string
      days: readonly [number, number] | null
      /** Null where the method is not offered. */
      price: number | null
      why: 'country' | 'too_light' | 'too_heavy' | null
    }[]
  }
}

/** One group of settings. */
export type SettingPage = {
  group: ShownGroup
  since: number
  sections: readonly SettingSection[]
  /** How many entries the form has of each list. */
  rows: readonly { name: string; count: number }[]
  /** What is wrong, with the address of the field or of the other group where it can be put right. */
  faults: readonly { label: string; text: string; address: string | null }[]
  /** What saving would change; null before anybody asked. */
  preview: readonly Change[] | null
  /** Of groups that decide what an order costs. */
  trial: SettingTrial | null
  /** The colours as typed, with the contrast of text on the page and on buttons. */
  looks: readonly (SchemeColours & { scheme: 'light' | 'dark'; paper: string; link: number; button: number })[]
  /** The addresses of the brand's pictures as they are stored; those that it does not have are left out. */
  pictures: readonly { picture: (typeof brandPictures)[number]; address: string }[]
  /** Where the logo cannot be seen, as a share of its area. */
  logoFaults: readonly { scheme: 'light' | 'dark'; percent: number }[]
  /** The files for comparison sites; null in another group. */
  feeds: readonly FeedLine[] | null
  history: readonly (Change & { revision: number; at: string; by: string; mayUndo: boolean })[]
  mayChange: boolean
}

export type SettingsPage = { groups: readonly ShownGroup[] }
