const maxSkuLength = 64
const maxKept = 4

/** Reads the stored SKUs; what is none is left out. */
export function readCompared(stored: unknown): string[] {
  const list: unknown[] = Array.isArray(stored) ? stored : []
  const skus = list.filter((sku) => typeof sku === 'string' && sku !== '' && sku.length <= maxSkuLength)
  return [...new Set(skus as string[])].slice(0, maxKept)
}
