import type { WidgetAnswer } from '../contracts/widget-by-slug.ts'
import { plainText } from './structured-data.ts'

/** Shorter messages are leftovers of an editor, an empty paragraph for example. */
const longestLeftover = 20

/** Whether the store message is shown: not hidden, and longer than 20 characters as people read it, without its tags (spec section 5). */
export function showsMessage({ content, hidden }: WidgetAnswer): boolean {
  return !hidden && plainText(content).length > longestLeftover
}
