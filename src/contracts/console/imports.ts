import { z } from 'zod/mini'
import type { ComparedLine } from '../../domain/content/compare-texts.ts'
import { currencyCodes } from '../../domain/money/currencies.ts'
import {
  decimalMarks,
  feedGoals,
  missingPolicies,
  thousandsMarks,
  type ColumnRole,
  type FeedChoices,
} from '../../domain/products/feed-choices.ts'
import { formChoice, formText, formTextIfSent, formTextsByKey } from '../form-fields.ts'
import type { ListPage } from './lists.ts'

/** Where an import came from. */
export const importOrigins = ['upload', 'command', 'source'] as const
export type ImportOrigin = (typeof importOrigins)[number]

/** `working` while something is done with it; `checked` when it was gone through and can be imported. */
export const importStates = ['draft', 'checked', 'working', 'imported', 'undone', 'refused'] as const
export type ImportShownState = (typeof importStates)[number]

/** New products, changed ones field by field, rejected rows, cells that were left out, products not in the file. */
export const findingKinds = ['created', 'changed', 'rejected', 'unread', 'vanished'] as const
type FindingKind = (typeof findingKinds)[number]

export const importForm = z.object({ version: formText(15) })

/** Which column becomes what, by the place of the column. */
export const choicesForm = z.object({
  version: formText(15),
  goal: formChoice(feedGoals),
  profile: formText(60),
  'role:': formTextsByKey,
  'id:': formTextsByKey,
  'en:': formTextsByKey,
  'sv:': formTextsByKey,
  'unit:': formTextsByKey,
  'filter:': formTextsByKey,
  currency: formChoice(currencyCodes),
  vat: formChoice(['inc', 'ex']),
  decimal: formChoice(decimalMarks),
  thousands: z.catch(z.optional(z.enum(thousandsMarks)), undefined),
  category_en: formText(300),
  category_sv: formText(300),
  separator: formTextIfSent,
  list: formTextIfSent,
  supplier: formTextIfSent,
  missing: formChoice(missingPolicies),
  max_missing: formText(6),
  max_rejected: formText(6),
})
export type ChoicesInput = z.output<typeof choicesForm>

/** `name` is empty for a new guess, `header_row` where the shop looks for the row with the names of the columns. */
export const useProfileForm = z.object({ version: formText(15), name: formText(60), header_row: formText(10) })
export const profileForm = z.object({ version: formText(40), text: formText(200_000) })
/** `version` is empty where the profile was removed; `number` is that of the earlier text. */
export const restoreProfileForm = z.object({ version: formText(40), number: formText(12) })
export const noImportForm = z.object({})

export type ImportsPage = ListPage & { mayChange: boolean }

export type ImportNewPage = { megabytes: number; seconds: number; drafts: number; maxDrafts: number }

/** One column of the file, with some of its cells and what it becomes. */
export type ImportColumn = FeedChoices['columns'][number] & { cells: readonly string[] }

/** Why a row or a file is rejected, as it was stored; the code may be of another version. */
export type StoredReason = { code: string; values: Readonly<Record<string, string | number>> }

/** A row of the file as a product, or why it becomes none; `problem` says it in English. */
type ImportedRow =
  | {
      row: number
      sku: string
      name: string
      nameSv: string
      category: string
      /** Missing in what older versions stored. */
      categorySv?: string | undefined
      price: string
      stock: string
      attributes: string
    }
  | { row: number; problem: string; column: string | null; reason?: StoredReason | undefined }

export type FindingsPage = {
  kind: FindingKind
  counts: Readonly<Record<FindingKind, number>>
  rows: readonly {
    row: number | null
    sku: string
    field: string
    before: string
    /** Of a rejected row why, in English; of a product its name in the reader's language. */
    after: string
    reason: StoredReason | null
    address: string | null
  }[]
  /** What attributes and categories that the rows name are called. */
  names: Readonly<Record<string, string>>
  /** Addresses of the pages beside this one. */
  previous: string | null
  next: string | null
  from: number
  /** Further ones are counted, not listed. */
  most: number
}

/** Something said of a file; a sentence alone, in English, in what older versions wrote. */
export type SaidOfFile = string | (StoredReason & { reason: string })

/** What an import says of itself, and what taking it back did. */
type ImportNote =
  | SaidOfFile
  | {
      undone: { restored: number; removed: number; hidden: number; kept: number }
      keptCategories: readonly string[]
      keptProducts: readonly KeptProduct[]
    }

/** A product that an undo leaves as it is: when it was changed, and by which import or whom, where that is known. */
export type KeptProduct = { sku: string; at: string; import: string; actor: string }

type ImportCounts = Readonly<
  Record<'rows' | 'created' | 'changed' | 'unchanged' | 'rejected' | 'vanished', number | null>
>

export type ImportPage = {
  id: string
  version: string
  files: readonly string[]
  bytes: number
  origin: ImportOrigin
  source: string
  actor: string
  createdAt: string
  endedAt: string | null
  state: ImportShownState
  /** What is being done, and how far it is; `total` is 0 where that is not known. */
  work: { task: 'guess' | 'preview' | 'check' | 'import' | 'undo'; phase: string; done: number; total: number } | null
  /** Why the last thing that was asked for did not happen. */
  problem: { ended: 'interrupted' | 'unreported' } | { said: string; reasons: readonly StoredReason[] } | null
  notes: readonly ImportNote[]
  counts: ImportCounts
  draft: {
    choices: FeedChoices
    columns: readonly ImportColumn[]
    roles: readonly ColumnRole[]
    rows: readonly ImportedRow[]
    isPreviewOld: boolean
    doubts: readonly SaidOfFile[]
    profiles: readonly string[]
    fitting: readonly string[]
    /** The row of the names of the columns, where it is not the first. */
    headerRow: string
    /** Settings of the profile that this form cannot say, and that stay. */
    kept: readonly string[]
  } | null
  isChecked: boolean
  findings: FindingsPage
  mayChange: boolean
  /** How many products the import made, and changed or hid, and how many stay because they were changed after it. */
  undo: { created: number; changed: number; changedSince: number; kept: readonly KeptProduct[] } | null
}

/** Why a file cannot be used, as a code with values and in English. */
type FileFault = (StoredReason & { reason: string }) | null
export type ProfilesPage = {
  profiles: readonly { name: string; fault: FileFault; match: string }[]
  /** Those that were removed and can be restored, with who removed them and when. */
  removed: readonly { name: string; at: string; actor: string }[]
  mayChange: boolean
}
export type ProfilePage = {
  name: string
  version: string
  text: string
  fault: FileFault
  isRemoved: boolean
  /** What the profile said before, the newest first: who replaced that text, and when. */
  earlier: readonly { number: number; at: string; actor: string; event: 'changed' | 'removed' }[]
  /** How the profile differs now from the earlier text that the address asks for. */
  comparison: { number: number; lines: readonly ComparedLine[] } | null
  mayChange: boolean
}
