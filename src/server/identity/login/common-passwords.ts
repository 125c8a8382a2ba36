import { normalizedPassword, passwordFault, type PasswordFault } from '../../../domain/visitors/passwords.ts'

/** Seasons, months and days, which people combine with a year when they must change a password. */
const times = [
  'spring',
  'summer',
  'autumn',
  'fall',
  'winter',
  'vår',
  'var',
  'sommar',
  'höst',
  'host',
  'vinter',
  'jul',
  'midsommar',
  'semester',
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
  'januari',
  'februari',
  'mars',
  'maj',
  'juni',
  'juli',
  'augusti',
  'oktober',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'måndag',
  'tisdag',
  'onsdag',
  'torsdag',
  'fredag',
  'lördag',
  'söndag',
]
const timeAndYear = new RegExp(`^[^\\p{L}\\d]*(?:${times.join('|')})[^\\p{L}\\d]*(?:19|20)?\\d{2}[^\\p{L}\\d]*$`, 'u')
const unfolded: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }
/** A password with more characters around a common word is not considered common. */
const maxAround = 5

/**
 * Detects passwords that are easy to guess: the 49,233 most common of @zxcvbn-ts/language-common, one of its words
 * with a few digits around it, a season and a year, and names from the account and the shop. Ignores case. The list is
 * loaded when a password is first chosen: an idle shop saves its 23 MB of resident memory.
 */
export class CommonPasswords {
  /** Returns why a new password is refused, or undefined. */
  async faultOf(
    password: string,
    { email, origin, names }: { email: string; origin: string; names: readonly string[] },
  ): Promise<PasswordFault | undefined> {
    const fault = passwordFault(password)
    if (fault) return fault
    const plain = normalizedPassword(password).toLowerCase()
    if (timeAndYear.test(plain) || namesIn(email, origin, names).some((name) => plain.includes(name)))
      return 'password_too_common'
    return isCommon((await import('./common-words.ts')).commonWords, plain) ? 'password_too_common' : undefined
  }
}

function isCommon(words: ReadonlySet<string>, plain: string): boolean {
  const core = plain.replace(/^[^\p{L}@$]{0,200}/u, '').replace(/[^\p{L}]{1,200}$/u, '')
  const forms = core.length >= 4 && plain.length - core.length <= maxAround ? [plain, core] : [plain]
  return forms.some(
    (form) => words.has(form) || words.has(form.replace(/[0134570@$!]/g, (sign) => unfolded[sign] ?? sign)),
  )
}

/**
 * Returns the words of the e-mail address, of the shop's host and of its names; short ones are left out, because they
 * are in too many words.
 */
function namesIn(email: string, origin: string, names: readonly string[]): string[] {
  const [local = ''] = email.toLowerCase().split('@')
  const hosts = new URL(origin).hostname.split('.')
  const shop = names.flatMap((name) => name.toLowerCase().split(' '))
  return [local, local.replace(/[._+-]/g, ''), ...hosts, ...shop].filter(
    (name) => name.length >= 4 && !/^(?:example|www\d*|\d+)$/.test(name),
  )
}
