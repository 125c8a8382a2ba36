/**
 * Why settings are refused: a sentence for the command line and the log, whose subject is the name of the setting. The
 * console has a text of its own for each, in the reader's language.
 */
const sentences = {
  not_setting: 'is not a setting',
  invalid: 'is not right',
  one_of: 'must be one of {{choices}}',
  not_known: 'must be one of {{choices}}',
  kind_string: 'must be a text',
  kind_number: 'must be a number',
  kind_int: 'must be a whole number',
  kind_boolean: 'must be true or false',
  kind_array: 'must be a list, such as ["…"]',
  kind_object: 'must be an object, such as {"…": "…"}',
  kind_unknown: 'must be {{kind}}',
  least: 'must be at least {{least}}',
  most: 'must be at most {{most}}',
  filled: 'must not be empty',
  most_characters: 'must have at most {{most}} characters',
  most_entries: 'must have at most {{most}} entries',
  most_lines: 'must have at most {{most}} lines',
  most_names: 'must have at most {{most}} names',
  none_given: 'must have at least one',
  least_entry: 'must have at least one entry',
  plain_line: 'must be one line of plain text, without < and >',
  no_outer_space: 'must not begin or end with a space',
  no_quotes: 'must not contain quotation marks',
  no_colon: 'must not have a colon',
  email: 'must be an e-mail address',
  page_slug: 'must be the slug of a page, such as terms',
  page_id: 'must be the id of a content page, such as about',
  outside_address: 'must be an address that begins with https://, such as https://example.org',
  one_target: 'must have one of screen, page and address',
  short_name: 'must be lower-case letters, digits and hyphens, such as {{example}}',
  there_twice: 'must not be there twice',
  feed_twice: 'must not be there twice with one language',
  one_twice: 'must not have one twice',
  id_twice: 'must not have an id twice',
  price: 'must be a price of at least 0, such as 49.50',
  price_or_empty: 'must be a price of at least 0, such as 49.50, or empty',
  two_decimals: 'must have at most two decimals',
  country_code: 'must be the code of a country, such as SE',
  country_or_all: 'must be the code of a country, such as SE, or *',
  zone_code: 'must be a code such as SE, or *',
  delivered_country: 'must be the code of a country we deliver to',
  unsold_country: 'must be one of sales.countries: set both at once',
  unsold_currency: 'must be one of sales.currencies: set both at once',
  home_currency: 'must be {{currency}}, the currency of {{country}}: set both at once',
  store_id_twice: 'must not be the id of locales.sv.storeID',
  currency_id: 'must be the id of locales.{{language}}.currency, {{currency}}: set both at once',
  bic_missing: 'must be set where company.iban is: set both at once',
  company_se: 'must be a Swedish organization number, such as 556016-0680',
  company_fi: 'must be a Finnish business id, such as 0112038-9',
  company_dk: 'must be a Danish CVR number, such as 22756214',
  company_de: 'must be a number of a German register, such as "Amtsgericht München HRB 12345", or a W-IdNr.',
  company_no: 'must be a Norwegian organization number, such as 923 609 016',
  vat_number: 'must be a VAT number, such as SE556016068001 or FI01120389',
  vat_of_country: 'must be a number of {{country}}',
  vat_of_company: 'must contain company.organizationNumber: set both at once',
  phone: 'must be a telephone number with its country code, such as +46 8 123 456 78 or +358 9 123 4567',
  bankgiro: 'must be a bankgiro number, such as 5050-1055',
  iban: 'must be an IBAN, such as SE45 5000 0000 0583 9825 7466 or FI21 1234 5600 0007 85',
  bic: 'must be a BIC, such as ESSESESS or NDEAFIHH',
  picture_path: 'must be the path of a picture of this shop, such as {{example}}',
  colour: 'must be a colour, such as #0a6e68',
  colours_all: 'must be all set or none: accent and onAccent of light and dark',
  unreadable_page: 'cannot be read as links on the page: {{ratio}}:1, and text needs 4.5:1',
  unreadable_shaded: 'cannot be read as links on shaded parts: {{ratio}}:1, and text needs 4.5:1',
  unreadable_wash: 'cannot be read as links on its own wash: {{ratio}}:1, and text needs 4.5:1',
  unreadable_pointed: 'cannot be read as links under the pointer: {{ratio}}:1, and text needs 4.5:1',
  unreadable_button: 'cannot be read as text on buttons: {{ratio}}:1, and text needs 4.5:1',
  unreadable_button_pointed: 'cannot be read as text on buttons under the pointer: {{ratio}}:1, and text needs 4.5:1',
  unreadable_text: 'cannot be read as text on its wash: {{ratio}}:1, and text needs 4.5:1',
  method_id_twice: 'must not have two methods with the id {{id}}',
  zone_id_twice: 'must not have two zones with the id {{id}}',
  mailed_id: 'must not have the id of delivery by e-mail',
  country_again: 'must not name {{country}} again',
  country_unknown: 'names {{country}}, which is no country that the shop knows',
  country_in_zone: 'must not name {{country}}, which is in a zone',
  country_twice: 'must not name a country twice',
  zone_unknown: 'names {{zone}}, which is no zone',
  zone_missing: 'must name a zone, or the method be inactive: nobody can choose a method without one',
  zone_twice: 'must not name {{zone}} twice',
  bands_order: 'must be heavier than the one before',
  band_above: 'must be above {{grams}}, the aboveGrams of the method',
  method_missing: 'must have one for {{countries}}; set delivery.notDeliveredTo if nothing is sent there',
  weight_gap: 'must carry what weighs a little more than {{grams}} grams to {{countries}}: a band is missing',
  area_to: 'must be as long as from, and not before it',
  days_order: 'must be two numbers in order, such as [1, 3]',
  postal_code: 'must be a postal code without spaces',
  time_of_day: 'must be a time from 00:00 to 23:59',
  time_zone: 'must be a time zone, such as Europe/Stockholm',
  day: 'must be a day, such as 2026-12-27, or 12-27 for every year',
  kinds_named: 'must name private, organization or both',
  invoice_prefix: 'must be capital letters, digits and hyphens, and not end with a digit, K, P, Q or R, such as INV-',
  method_twice: 'must not have a method twice',
  no_method: 'must have one that is active: otherwise nobody can order',
  below_least: 'must not be below payment.methods.{{id}}.least',
  account: 'must be an account of four digits, such as 1510',
  above_from: 'must be above from',
  same_beginning: 'must not be that of {{id}} as well',
  suppliers_missing: 'must name suppliers where supplier is preferred',
  supplier_twice: 'must not name a supplier twice',
  feed_from:
    'must be the path of a file from / on, or an https or sftp address without a password (see user and secret)',
  feed_file: 'must be the name of a file, such as stock.csv',
  feed_profile: 'must be the name of a profile, not a file',
  feed_schedule: 'must be "every 15 minutes" (1 to 10080) or "daily at 03:30"',
  feed_variable:
    'must be the name of an environment variable that begins with FEED_, such as FEED_ACME; the secret itself is there',
  feed_rows: 'must be a number of rows or a share, such as 25 or 10%',
  feed_share: 'must be a share, such as 20%',
  feed_secret: 'must be set where user is',
  feed_secret_of_file: 'is only for addresses',
  feed_host_key:
    'must be a fingerprint as ssh-keygen -l shows it, such as SHA256:uNiVztksCsDhcc0u9e8BrrJXVgDyqWJ0f6WLQvTX8rM',
  feed_host_key_of_sftp: 'is only for sftp addresses',
  feed_sftp_login: 'must be set for an sftp address',
  fit_line: 'must be lines such as "b650, x670 = memory: ddr5", with memory, board, power (watts) or ssd',
  feed_https: 'must begin with https://, unless private is true',
} as const

export type ReasonCode = keyof typeof sentences
type Values = Readonly<Record<string, string | number>>
/** Why a setting is refused; `reason` says it in English. */
export type Reason = { reason: string; code: ReasonCode; values: Values }
/** What is wrong with a setting: its name, such as company.iban, and the reason. */
export type SettingsFault = Reason & { name: string }

/** Reasons that a schema gives, by their sentence: a check of zod has room for a text alone. */
const ofSchemas = new Map<string, Reason>()

export function reasonFor(code: ReasonCode, values: Values = {}): Reason {
  const reason = sentences[code].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  return { reason, code, values }
}

/** Returns the sentence of a reason, for the checks of a schema, whose faults are read by `reasonOfSentence`. */
export function sentence(code: ReasonCode, values: Values = {}): string {
  const reason = reasonFor(code, values)
  ofSchemas.set(reason.reason, reason)
  return reason.reason
}

/** Returns the reason that a check of a schema gave. */
export function reasonOfSentence(text: string): Reason {
  return ofSchemas.get(text) ?? { ...reasonFor('invalid'), reason: text }
}

export function faultAt(name: string, code: ReasonCode, values: Values = {}): SettingsFault {
  return { name, ...reasonFor(code, values) }
}
