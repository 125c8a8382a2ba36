import { consolePath } from '../../../../console-routes.ts'

/** Article numbers that an address holds as they are; `new` is the page of a new product. */
const plain = /^(?!new$|\.+$)[\w.~ -]+$/i

/** The page of a product in the console: by its article number, or by its id where the number is no part of a path. */
export function productLink({ id, sku }: { id: string; sku: string }, query: Record<string, string> = {}): string {
  return consolePath('product', { sku: plain.test(sku) ? sku : id }, query)
}
