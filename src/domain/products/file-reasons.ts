import type { RowReason } from './row-reasons.ts'

/**
 * Why a whole file is refused, what an import says of a file, and what a guess is not sure of: a sentence for the
 * command line and the reports. The console has a text of its own for each, in the reader's language.
 */
const sentences = {
  no_file: 'There is no such file.',
  feed_empty: 'The feed is empty: its first row must name the columns.',
  sheet_empty: 'The first sheet is empty: its first row must name the columns.',
  no_rows: 'The feed has no rows.',
  no_rows_in_file: 'The file has no rows.',
  header_unnamed: 'The header has a column without a name.',
  header_row: 'The file has no row {{row}} with names of columns ("headerRow" of the profile).',
  header_twice: 'The header names the column "{{column}}" twice.',
  format: 'The feed must be a .csv, .xlsx, .json or .xml file, which may be packed as .gz or .zip.',
  not_text: 'The feed is not a text file: it contains zero bytes.',
  encoding: 'The feed has bytes that are not {{encoding}}, in which the profile or the file itself says it is.',
  csv_quote: 'The feed is broken: a quotation mark is opened and never closed, so its last rows cannot be told apart.',
  csv_row: 'The feed is broken: a row is longer than {{characters}} characters; a quotation mark may not be closed.',
  csv_broken: 'The feed is broken: {{fault}}',
  not_json: 'The feed is not JSON: it must begin with [ or with { "products": [.',
  json_item:
    'The feed has an item that is no product, in row {{row}}: more than {{levels}} levels, {{values}} values or ' +
    '{{millions}} million characters.',
  json_broken: 'The feed is not valid JSON: {{fault}}',
  xml_broken: 'The feed is not XML that the shop reads: {{fault}}.',
  xml_broken_at: 'The feed is not XML that the shop reads: line {{line}}: {{fault}}.',
  xml_no_rows: 'The feed has no elements that could be rows.',
  xml_rows_unsaid: 'The profile does not say which elements are rows: "xml": { "rows": "/rss/channel/item" }.',
  xml_path: '"{{path}}" is no path that the shop reads, such as "PRICE[@type=net]/AMOUNT".',
  groups_many: 'The feed has more than {{most}} catalogue groups.',
  group_links_many: 'The feed has more than {{most}} articles in groups.',
  gz_broken: 'The .gz file is broken or not whole.',
  zip_broken: 'The .zip file is broken or not whole.',
  zip_files: 'The .zip file has more than {{most}} files.',
  zip_no_feed: 'The .zip file has no .csv, .xlsx, .json or .xml file in it.',
  zip_feeds: 'The .zip file has {{count}} feeds in it ({{names}}); it may have one.',
  zip_encrypted: 'The .zip file is encrypted.',
  unpacked_large: 'The feed unpacks to more than {{megabytes}} MB.',
  unpacked_ratio: 'The feed unpacks to more than {{ratio}} times its size, which no real feed does.',
  no_workbook: 'The file is not a readable .xlsx workbook.',
  workbook_large:
    'The workbook is too large: it unpacks to more than {{megabytes}} MB or {{ratio}} times its size, or has more ' +
    'than {{characters}} characters of texts. Save it as CSV.',
  workbook_heavy:
    'The workbook is too large: it unpacks to more than {{megabytes}} MB, or takes more than {{memory}} MB of ' +
    'memory or {{seconds}} s to read. Save it as CSV.',
  columns_many: 'The feed has {{count}} columns, and may have {{most}}.',
  columns_missing:
    'The feed has no column {{columns}}, which the profile {{profile}} reads. Its columns are {{known}}.',
  rejected_many:
    '{{lost}} of {{rows}} rows cannot become products, and at most {{allowed}} may be rejected (--max-rejected). ' +
    'Nothing was written.',
  unread_many:
    '{{lost}} of {{rows}} rows have attributes that cannot be read, and at most {{allowed}} may (--max-rejected). ' +
    'Nothing was written.',
  skus_unknown: 'The shop has none of the article numbers in the column "{{column}}".',
  currency_no_rate: 'The shop has no rate for {{currency}}: give the profile a price.{{field}}.',
  categories_new: 'The feed would create more than {{most}} categories: is it really their column?',
  category_half_known:
    'The category {{path}} exists in one language under another name: give the profile the names that the shop uses ' +
    'for it.',
  needs_pictures: 'The profile reads photographs: name their folder with --pictures.',
  needs_documents: 'The profile reads documents: name their folder with --documents.',
  no_drawing: 'There is no drawing "{{name}}", which the profile asks for.',
  no_texts_file: 'There is no file {{file}} with the texts, which the profile names.',
  texts_file_name: 'The file with the texts must be a name beside the feed, or a whole path.',
  texts_no_column: 'The file with the texts has no column "{{column}}".',
  other_import: 'Another import is running and does not end.',
  own_columns: 'The file needs the columns {{id}} and {{sku}}, as "export products" writes them.',
  own_no_column: 'The shop\'s own files have no column "{{column}}".',
  own_by_command: 'The shop’s own files are imported with the import command.',
  own_no_choices: 'The shop’s own files have no columns to choose.',
  undo_unknown: 'There is no import {{run}}.',
  undo_twice: 'The import {{run}} has been undone already.',
  undo_busy: 'An import is running, or being undone. Try again when it has ended.',
  undo_old: 'The import {{run}} is too old to be undone: what it replaced is kept for 30 days.',
  no_profile: 'There is no profile "{{profile}}".',
  no_profile_of: 'There is no profile "{{profile}}". The profiles are {{known}}.',
  no_profile_fits:
    'No profile fits the file name {{file}}: name one with --profile, or let the shop write one with --guess.',
  profiles_fit: 'More than one profile fits the file name {{file}}: name one of {{profiles}} with --profile.',
  profile_unusable: 'The profile {{profile}} cannot be used: {{fault}}.',
  profile_no_json: 'The profile {{profile}} is not valid JSON: {{fault}}',
  profile_second_file: 'The profile {{profile}} reads a second file: import it with the import command.',
  profile_braces: 'The template "{{text}}" has braces without a column\'s name in them.',
  profile_no_file: '{{what}} cannot be read: there is no file {{file}}.',
  words_no_json: '{{what}} is not valid JSON: {{fault}}',
  file_unread: 'The file has not been read yet.',
  note_interrupted: 'The import of {{title}} had been interrupted; it was taken back.',
  note_categories: 'New categories ({{count}}): {{names}}',
  note_unpriced: 'Products without a price: {{count}}. They are shown but cannot be ordered.',
  note_kept: 'Attributes that staff have edited keep their names and units ({{count}}): {{names}}',
  note_languages: 'Texts in languages that the shop does not have are not read: {{names}}.',
  note_unknown: '{{count}} rows have article numbers that the shop does not have, such as {{sku}}.',
  note_groups: '{{count}} more catalogue groups are wrong.',
  note_windows: 'The file is not valid UTF-8 and was read as Windows-1252: look at letters such as å, ä and ö.',
  note_utf16: 'The file was read as UTF-16.',
  note_prices_inc: 'Prices are taken for {{currency}}, VAT included.',
  note_prices_ex: 'Prices are taken for {{currency}}, VAT of {{percent}} % added.',
  note_stock: 'Each product gets {{count}} units in stock: the profile {{profile}} reads none from the feed.',
  note_weight: 'Each product is assumed to weigh {{grams}} g: delivery counts it, shoppers do not see it.',
  note_missing_unsure: '{{count}} rows cannot be read, and may be those of products that seem to be missing.',
  note_missing_many:
    "{{missing}} of the feed's {{of}} products ({{percent}} %) are not in it any more, and at most {{allowed}}% may " +
    'be missing (--max-missing). Nothing was done to them.',
  doubt_header: 'The names of the columns are read from row {{row}}, and the rows above it are left out ("headerRow").',
  doubt_sku:
    'No column has an article number of its own in each row, so the shop makes them. Two rows are the same product ' +
    'when all columns but price and stock are equal: shorten "id" to those that never change.',
  doubt_name: 'No column can be the name of a product.',
  doubt_brand:
    'No column looks like a brand, so products have none. { "startOf": "name" } takes the first word of one.',
  doubt_category: 'No column looks like a category, so all products are in "{{category}}".',
  doubt_category_language: 'New categories have the names of the column "{{column}}" in both languages.',
  doubt_price: 'No column looks like a price, so products are shown but cannot be ordered.',
  doubt_currency: 'The currency of "{{column}}" is not said; it is taken for {{currency}}.',
  doubt_vat: 'Whether "{{column}}" includes VAT is not said; {{percent}} % is added to it ("vat": "ex").',
  doubt_vat_google: '"{{column}}" is taken for a price with VAT, as feeds of Google have it ("vat": "inc").',
  doubt_price_several:
    'In {{count}} of the first rows "{{column}}" is the price of several units (PRICE_QUANTITY), which the import ' +
    'does not divide: products have no price.',
  doubt_stock_words: '"{{column}}" has no numbers: what is in stock is taken for {{units}} units.',
  doubt_stock_mixed: '"{{column}}" has cells that are no numbers, read as units: {{words}}.',
  doubt_cost: '"{{column}}" looks like what parts cost you. Shoppers must not see it, so it becomes nothing.',
  doubt_stock: 'No column looks like a number of units, so nothing is in stock.',
  source_no_file: 'There is no such file, or the shop may not read it.',
  source_folder: 'It is not a file.',
  source_large: 'It has more than {{megabytes}} MB.',
  source_copy: 'The file cannot be copied: may the shop read it, and is there space left?',
  source_not_fetched: 'The feed was not fetched: {{fault}}.',
  source_host_key:
    'The server shows the host key {{shown}}. Compare it with what the supplier says, and confirm it before a ' +
    'password is sent.',
  source_other_key:
    'The server shows the host key {{shown}}, and not {{known}}. Compare it with what the supplier says, and confirm ' +
    'it before a password is sent.',
  source_no_secret: 'The environment variable {{name}} is not set.',
  source_secret_elsewhere: 'The secret {{name}} is for another server: {{name}}_HOST says which one.',
  source_stopped: 'The shop was stopped.',
  source_vanished: '{{hidden}} hidden and {{soldOut}} sold out, because the feed does not have them any more',
  source_done: '{{created}} created, {{changed}} changed, {{unchanged}} unchanged, {{rejected}} rejected',
} as const

export type FileReasonCode = keyof typeof sentences
/** A sentence on a file; `reason` says it in English. */
export type FileReason = { reason: string; code: FileReasonCode; values: RowReason['values'] }

export function fileReason(code: FileReasonCode, values: RowReason['values'] = {}): FileReason {
  const reason = sentences[code].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  return { reason, code, values }
}

/** Tells whether there is a sentence of this code; stored ones may be of another version. */
export function isFileReason(code: string): code is FileReasonCode {
  return Object.hasOwn(sentences, code)
}
