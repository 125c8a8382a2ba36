/**
 * What is wrong in an import profile, in the English phrases of its schema (server/catalog/import/profile), by the code
 * of a text in the reader's language. A named group is a value of the text; `path` is the setting. Names of settings
 * and columns are the same in all languages.
 */
const phrases = {
  profile_setting: /^(?<path>.+?) has no setting (?<names>".+")$/s,
  profile_missing: /^(?<path>\S+) is missing$/,
  profile_text: /^(?<path>.+) must be a string$/s,
  profile_number: /^(?<path>.+) must be a (?:number|int)$/s,
  profile_list: /^(?<path>.+) must be a array$/s,
  profile_object: /^(?<path>.+) must be a (?:object|record)$/s,
  profile_switch: /^(?<path>.+) must be a boolean$/s,
  profile_choice: /^(?<path>.+?) must be one of (?<choices>.+)$/s,
  profile_form: /^(?<path>.+) has none of the forms it may have$/s,
  profile_least: /^(?<path>.+) must have at least (?<least>[\d.]+)$/s,
  profile_most: /^(?<path>.+) too big: .*<=?(?<most>[\d.]+)/s,
  profile_example: /^(?<path>.+?) must be .*such as (?<example>"[^"]*")/s,
  profile_pattern: /^(?<path>.+) invalid (?:string|key)/s,
  profile_names: /^(?<path>.+) must have as many names in English as in Swedish$/s,
  profile_marks: /^(?<path>.+) must have different marks for decimals and thousands$/s,
  profile_dates: /^(?<path>.+) has dates or from and until$/s,
  profile_nothing: /^the profile needs price, stock, incoming or shelf$/,
  profile_missing_supplier: /^the profile missing needs supplier$/,
  profile_supplier: /^(?:the profile )?cost, supplierNumber and deliveryDays need supplier$/,
  profile_incoming: /^(?:the profile )?a supplier has deliveryDays instead of incoming$/,
  profile_shelf: /^(?:the profile )?a supplier has no shelf$/,
  profile_hide: /^(?:the profile )?missing must be keep or sold-out: another supplier may have the part$/,
  profile_twice: /^the attribute "(?<name>.+)" is there twice$/s,
  profile_prices: /^prices must add currencies to that of price$/,
  profile_id: /^(?<path>\w+) needs an id of one column$/,
  profile_text_file: /^textRows may not name a file here$/,
  profile_name: /^its name is "(?<name>.*)"$/s,
} as const satisfies Readonly<Record<string, RegExp>>

type ProfileFaultCode = keyof typeof phrases
type ProfileFault = { code: ProfileFaultCode; values: Readonly<Record<string, string>> }

/** Longer texts are not parsed: they quote what a person wrote, and could take long. */
const maxLength = 5_000

/** Parses phrases that a semicolon separates into codes with values; undefined where one of them is not known. */
export function profileFaults(text: string): ProfileFault[] | undefined {
  if (text.length > maxLength) return undefined
  const found = text.split('; ').map(profileFault)
  return found.includes(undefined) ? undefined : found.filter((each) => each !== undefined)
}

function profileFault(phrase: string): ProfileFault | undefined {
  for (const code of Object.keys(phrases) as ProfileFaultCode[]) {
    const found = phrases[code].exec(phrase)
    if (found) return { code, values: { ...found.groups } }
  }
  return undefined
}
