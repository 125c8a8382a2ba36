import { readStored } from '../../browser/storage.ts'

/** The scope of a guest who may see one order and nothing else (spec section 6). */
const orderScope = 'my-order'

/** Shows what is for signed-in account customers. It grants nothing: the server asks again. */
export function showAccountOnly(): void {
  for (const event of ['storage', 'pageshow']) addEventListener(event, show)
  show()
}

function show(): void {
  const isAccount = isAccountCustomer(readStored('auth'))
  for (const element of document.querySelectorAll<HTMLElement>('[data-account-only]')) element.hidden = !isAccount
}

function isAccountCustomer(stored: unknown): boolean {
  const user = fieldOf(stored, 'user')
  const scopes = fieldOf(user, 'scopes')
  return typeof user === 'object' && user !== null && !(Array.isArray(scopes) && scopes.includes(orderScope))
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
