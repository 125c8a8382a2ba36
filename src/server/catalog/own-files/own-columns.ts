import { currencyCodes } from '../../../domain/money/currencies.ts'
import { languages } from '../../../domain/places/locales.ts'
import { parseItems, listCell, oneOf, parseInteger } from './own-cells.ts'
import type { OwnColumn } from './own-column.ts'
import { documents, documentTitles } from './own-document-columns.ts'
import type { OwnNames } from './own-names.ts'
import { partColumns } from './own-part-columns.ts'
import {
  altColumn,
  attributeColumn,
  flag,
  nullable,
  priceColumn,
  text,
  textColumn,
  weightColumn,
  whole,
} from './own-simple-columns.ts'

const columns: readonly OwnColumn[] = [
  partColumns.type,
  partColumns.variant_of,
  ...languages.map((language) => textColumn('name', language)),
  ...currencyCodes.map(priceColumn),
  partColumns.stock,
  partColumns.incoming,
  partColumns.shelf,
  partColumns.brand,
  partColumns.category,
  partColumns.more_categories,
  {
    name: 'status',
    write: ({ status }) => status,
    read: (cell) => ({ status: oneOf(cell, 'status', ['published', 'draft']) }),
  },
  weightColumn,
  flag('weight_assumed', 'weight_assumed'),
  partColumns.part_numbers,
  partColumns.devices,
  partColumns.pieces,
  partColumns.relations,
  text('vat_class', 'vat_class', 40),
  nullable('group', 'group_id'),
  whole('group_size', 'group_size'),
  nullable('discount_category', 'discount_category'),
  flag('free', 'free'),
  flag('back_in_stock_mails', 'notifyable'),
  text('decoration', 'decoration', 200),
  whole('popularity', 'popularity'),
  whole('position', 'position'),
  {
    name: 'subscription_days',
    write: ({ subscription_days: days }) => listCell(days.map(String)),
    read: (cell) => ({
      subscription_days: parseItems(cell)
        .map((days) => parseInteger(days, 'subscription_days', 730))
        .toSorted((one, other) => one - other),
    }),
  },
  partColumns.pictures,
  ...languages.map((language): OwnColumn => altColumn(language)),
  documents,
  ...languages.map((language): OwnColumn => documentTitles(language)),
  nullable('feed', 'feed'),
  ...(['prefix', 'label', 'slug', 'description'] as const).flatMap((key) =>
    languages.map((language) => textColumn(key, language)),
  ),
]

/** The columns of the shop's own files that follow id and article number, in their order. */
export function ownColumns({ attributes }: Pick<OwnNames, 'attributes'>): OwnColumn[] {
  return [...columns, ...attributes.map(attributeColumn)]
}

/** The article numbers that cells of a row name. */
export function skusNamed(get: (column: string) => string): string[] {
  return [
    get('variant_of').trim(),
    ...parseItems(get('pieces')).map((item) => item.replace(/^\d+ x /, '')),
    ...parseItems(get('relations')).map((item) => item.replace(/^\w+(?: -\d+%)? /, '')),
  ].filter((sku) => sku !== '')
}
