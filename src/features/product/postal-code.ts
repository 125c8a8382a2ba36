import { readCookie } from '../../browser/cookies.ts'
import { readStored, storageKey, writeText } from '../../browser/storage.ts'

const maxCodeLength = 12

/** The field of a product page for the postal code that a parcel goes to; pages without one have no days to add. */
const postalField = () => document.querySelector<HTMLInputElement>('.buying-terms #postal')

/** Keeps on this device the postal code that the shopper sends, and forgets it when they empty the field. */
export function keepPostalCode(): void {
  const field = postalField()
  field?.form?.addEventListener('submit', () => keep(field.value.trim()))
  field?.addEventListener('change', () => field.value.trim() === '' && keep(null))
}

/**
 * Shows the arrival day for the postal code that the shopper sent on another page of the same country. The page itself
 * stays everybody's; the shop is asked as the form would, and a code that it refuses is forgotten.
 */
export async function showPostalCode(): Promise<void> {
  const field = postalField()
  const code = keptCode()
  if (!field || code === undefined || field.value !== '' || new URLSearchParams(location.search).has('postal')) return
  const answer = await fetch(`${location.pathname}?${new URLSearchParams({ postal: code })}`)
  if (!answer.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (fresh.querySelector('#postal[aria-invalid]')) return keep(null)
  const [shown, next] = [document.querySelector('#arrival'), fresh.querySelector('#arrival')]
  if (!shown || !next || field.value !== '') return
  shown.replaceWith(document.adoptNode(next))
  field.value = code
}

/** The country that the shopper chose; '' for the shop's own, which is the default in both languages. */
const chosenCountry = () => readCookie('cc') ?? ''

/** What is stored may be anything; a code counts only in the country that it was sent for. */
function keptCode(): string | undefined {
  const stored = readStored('postal')
  if (!Array.isArray(stored) || stored[0] !== chosenCountry()) return undefined
  const code: unknown = stored[1]
  return typeof code === 'string' && code !== '' && code.length <= maxCodeLength ? code : undefined
}

function keep(code: string | null): void {
  writeText(storageKey('postal'), code && JSON.stringify([chosenCountry(), code.slice(0, maxCodeLength)]))
}
