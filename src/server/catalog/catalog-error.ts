export type CatalogFault =
  | 'catalog_unknown'
  | 'catalog_name'
  | 'catalog_address'
  | 'catalog_address_taken'
  | 'catalog_loop'
  | 'catalog_deep'
  | 'catalog_import'
  | 'catalog_children'
  | 'catalog_not_empty'
  | 'catalog_large'
  | 'catalog_menu'
  | 'catalog_uri'
  | 'catalog_facts'
  | 'catalog_fits'
  | 'catalog_attribute'
  | 'catalog_picture'
  | 'catalog_sku'
  | 'catalog_text'
  | 'catalog_used'
  | 'catalog_brand_taken'
  | 'catalog_brand_name'
  | 'catalog_attribute_name'
  | 'catalog_attribute_id'
  | 'catalog_attribute_taken'
  | 'catalog_kind'
  | 'catalog_unit'
  | 'catalog_fit_facet'
  | 'catalog_choice'
  | 'catalog_tag_name'
  | 'catalog_tag_taken'
  | 'catalog_tag_self'
  | 'catalog_tag_large'
  | 'catalog_tag_there'
  | 'catalog_tag_unknown'
  | 'catalog_device_name'
  | 'catalog_device_taken'
  | 'catalog_numbers'
  | 'catalog_skus'
  | 'search_phrase'
  | 'search_one_word'
  | 'search_words'
  | 'search_meaning'
  | 'search_trigger'
  | 'search_hint'

/**
 * Something of the catalogue that cannot be set or arranged: the message is a sentence for the operator, `fault` and
 * `values` are what other screens say it by, `field` what the form calls what is to be put right.
 */
export class CatalogError extends Error {
  override readonly name = 'CatalogError'
  readonly fault: CatalogFault
  readonly values: Readonly<Record<string, string | number>>
  readonly field: string | undefined

  constructor(
    fault: CatalogFault,
    message: string,
    values: Readonly<Record<string, string | number>> = {},
    field?: string,
  ) {
    super(message)
    this.fault = fault
    this.values = values
    this.field = field
  }
}
