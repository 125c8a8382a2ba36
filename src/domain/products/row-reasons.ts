/**
 * Why a row of a file, or a cell of it, cannot be imported: a sentence for the command line and the reports. The
 * console has a text of its own for each, in the reader's language.
 */
const sentences = {
  cells: 'The row has {{count}} cells where the header has {{wanted}}.',
  not_object: 'The item is not an object.',
  element_size: 'The element has more than {{characters}} characters or {{elements}} elements in it.',
  copy: 'The row is a copy of row {{row}}.',
  same_product:
    'The row is the same product as row {{row}} (equal in {{columns}}) with other cells; row {{row}} counts.',
  twin_priced: 'Row {{row}} is the same product with a price, and counts instead.',
  sku_in_row: 'Row {{row}} has the article number {{sku}} already.',
  sku_taken: 'The article number {{sku}} belongs to another product of the shop.',
  sku_of_choices: 'The article number {{sku}} of all these choices belongs to another product.',
  no_id: 'The row has nothing in {{columns}}, so it cannot be told from other rows.',
  no_sku: 'The article number is empty.',
  no_name: 'The row has no name.',
  name_break: 'The name has a line break in it: a quotation mark may be missing.',
  name_formula: 'The name begins with "{{sign}}", like a formula.',
  text_long: 'The text is {{count}} characters long; at most {{most}} are allowed.',
  own_successor: 'The part is its own successor.',
  weight: 'The weight {{text}} is not from 0 to {{most}} kg.',
  no_device: 'The shop has no device "{{text}}".',
  no_rate: 'The shop has no exchange rate for {{currency}}.',
  no_currency: '"{{text}}" is no currency of the shop: {{known}}.',
  not_number: '"{{text}}" is not a number that is written with "{{decimal}}" before its decimals.',
  number_large: 'The number {{text}} is too large.',
  not_whole: '"{{text}}" is not a whole number from 0 to {{most}}.',
  price_currency: 'The price {{text}} is not in {{currency}}.',
  cost_currency: 'The cost {{text}} is not in {{currency}}.',
  price_zero: 'The price {{text}} is not above 0; leave the cell empty when there is no price.',
  cost_zero: 'The cost {{text}} is not above 0; leave the cell empty when there is no cost.',
  price_high: 'The price {{text}} is above {{most}}.',
  cost_high: 'The cost {{text}} is above {{most}}.',
  price_small: 'The price {{text}} is less than the smallest coin.',
  cost_small: 'The cost {{text}} is less than the smallest coin.',
  no_price_in: 'The row has no price in {{currency}}, but one in another currency.',
  no_single_price: 'The row has a price for several units but none for one.',
  not_reduced: 'The reduced price {{text}} is not below the normal price.',
  reduced_ends: 'The reduced price ends before it begins.',
  pack_empty: 'A pack has at least one unit.',
  day_to_come: 'The day {{day}} is still to come.',
  intervals: 'Intervals are 1 to {{days}} days, at most {{most}} of them.',
  not_ean: '"{{text}}" is no EAN: its digits do not fit together.',
  no_vat_class: 'The shop has no VAT class "{{text}}"; it has {{known}}.',
  not_yes_no: '"{{text}}" is neither yes nor no.',
  kind_text: '"{{text}}" is text.',
  kind_number: '"{{text}}" is not a number such as 12.5, which the attribute has in the shop.',
  kind_yes_no: '"{{text}}" is neither yes nor no, which the attribute has in the shop.',
  no_part: '"{{text}}" has no part {{place}}.',
  range_ends: '"{{text}}" has more than two ends.',
  not_day: '"{{text}}" is not a day such as 2026-12-24.',
  not_moment: '"{{text}}" is not a moment such as 2026-12-24T13:00+01:00.',
  no_category_named: 'The shop has no category "{{text}}".',
  no_category: 'The row has no category.',
  categories_many: 'There are {{count}} categories; at most {{most}} are allowed.',
  category_names: 'There are not as many names as in {{column}}.',
  category_deep: 'The category has {{count}} levels; at most {{most}} are allowed.',
  category_other_name: 'The category {{path}} exists in one language under another name.',
  picture_left_out: 'The picture {{name}} is left out: {{problem}}.',
  pictures_first: 'Only the first {{most}} of {{count}} pictures are taken.',
  photographs_many: 'The row names {{count}} photographs; at most {{most}} are allowed.',
  photograph_unusable: 'The photograph "{{name}}" cannot be used: {{problem}}.',
  photograph_text: 'The text of a photograph has {{count}} characters; at most {{most}} are allowed.',
  no_picture: 'The shop has no picture "{{text}}".',
  document_left_out: 'The document {{name}} is left out: {{problem}}.',
  documents_first: 'Only the first {{most}} of {{count}} documents are taken.',
  no_document: 'The shop has no document "{{text}}".',
  documents_many: 'A product has at most {{most}} documents.',
  choice_as_set: 'A choice of another product cannot be a set.',
  piece_units: '"{{text}}" is not 1 to {{most}} units of a product.',
  pieces_many: 'The set has {{count}} pieces; at most {{most}} are allowed.',
  relations_many: 'The row names {{count}} products; at most {{most}} are allowed.',
  no_product: 'There is no product "{{text}}", neither in the feed nor in the shop.',
  own_parent: 'The product is its own parent.',
  parent_is_choice: '"{{text}}" is a choice of another product itself.',
  parent_is_set: '"{{text}}" is a set, which has no choices.',
  parent_plain: '"{{text}}" has no choices in the shop.',
  own_piece: 'The set is a piece of itself.',
  piece_is_set: '"{{text}}" is a set itself.',
  piece_has_choices: '"{{text}}" has choices: name one of them.',
  own_relation: 'The product is related to itself.',
  choices_many: 'A product has at most {{most}} choices.',
  no_own_stock: '{{sku}} has no stock of its own.',
  texts_no_key: 'The row does not say whose texts it has.',
  texts_twice: 'Row {{row}} has the texts of "{{key}}" in this language already.',
  texts_no_language: 'The row does not say in which language it is.',
  texts_unused: 'The feed has no product "{{key}}".',
  not_price: '"{{text}}" is not a price such as 149.00.',
  not_one_of: '"{{text}}" is not one of {{choices}}.',
  not_in_shop: 'The shop has no "{{text}}".',
  no_brand: 'The shop has no brand "{{text}}".',
  not_piece: '"{{text}}" is not written as "2 x ARTICLE".',
  pieces_of_set: 'Only a product of the type set has pieces, which are of the type standard.',
  type_fixed: 'The type of a product cannot be changed.',
  variant_types: 'Only a product of the type standard is a variant of one of the type variant.',
  needs_name: 'The product needs a name.',
  new_needs_names: 'A new product needs name_en and name_sv.',
  id_form: 'An id has letters, digits, hyphens and dots; a new product needs none.',
  id_unknown: 'The shop has no product with this id, but {{sku}} belongs to another.',
  needs_sku: 'A product needs an article number.',
  needs_names: 'A product needs a name in both languages.',
  level: 'A level is a whole number.',
  units: 'Units are a whole number.',
  value_missing: 'A value is missing.',
  campaign_zero: 'A campaign price is above zero.',
  campaign_price: 'A campaign needs a price.',
  campaign_ends: 'A campaign ends after it begins.',
  items_many: 'There are more than {{most}}.',
  group_unknown: 'The feed has no catalogue group "{{group}}".',
  group_orphan: 'The catalogue group "{{group}}" is below "{{parent}}", which the feed does not have.',
  group_loop: 'The catalogue groups above "{{group}}" are a loop.',
  group_deep: 'The catalogue group "{{group}}" has more than {{most}} groups above it.',
  group_no_name: 'The catalogue group "{{group}}" has no name.',
  sku_long: 'The row needs an article number of at most 60 characters.',
  product_in_row: 'Row {{row}} has this product already.',
  names_unmade: 'It names {{name}}, which cannot be made.',
} as const

export type RowReasonCode = keyof typeof sentences
type Values = Readonly<Record<string, string | number>>
/** Why a row is rejected; `reason` says it in English. */
export type RowReason = { reason: string; code: RowReasonCode; values: Values }

export function rowReason(code: RowReasonCode, values: Values = {}): RowReason {
  const reason = sentences[code].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  return { reason, code, values }
}

/** A reason of a row of another file than the feed, such as one with texts. */
export function reasonIn(file: string, row: number, { reason, code, values }: RowReason): RowReason {
  return { reason: `Row ${row} of ${file}: ${reason}`, code, values: { ...values, of_file: file, of_row: row } }
}

/** Tells whether there is a reason of this code; stored ones may be of another version. */
export function isRowReason(code: string): code is RowReasonCode {
  return Object.hasOwn(sentences, code)
}
