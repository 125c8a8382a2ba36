/** A variant by its values of attributes: of each attribute the values that it has, in their order. */
export type OptionValues = ReadonlyMap<string, readonly string[]>

const keyOf = (values: readonly string[] | undefined): string => JSON.stringify(values ?? [])

/**
 * The attributes in which variants differ from the product itself or from each other, in the order in which the
 * variants have them.
 */
export function optionAttributes(own: OptionValues, variants: readonly OptionValues[]): string[] {
  const all = [...new Set(variants.flatMap((variant) => [...variant.keys()]))]
  return all.filter((id) => {
    const keys = new Set(variants.map((variant) => keyOf(variant.get(id))))
    return keys.size > 1 || !keys.has(keyOf(own.get(id)))
  })
}

/** The different values that variants have of an attribute; a variant without one has none. */
export function valuesOfOption(id: string, variants: readonly OptionValues[]): (readonly string[])[] {
  const byKey = new Map(variants.map((variant) => [keyOf(variant.get(id)), variant.get(id) ?? []]))
  return [...byKey.values()].filter((values) => values.length > 0)
}

/**
 * New values of one option beside every combination that variants have of the others, without those that a variant has
 * already. An option that a variant lacks is not in its combination.
 */
export function missingCombinations(
  variants: readonly OptionValues[],
  options: readonly string[],
  { attribute, values }: { attribute: string; values: readonly string[] },
): Map<string, readonly string[]>[] {
  const others = options.filter((id) => id !== attribute)
  const textOf = (variant: OptionValues, ids: readonly string[]) =>
    JSON.stringify(ids.map((id) => variant.get(id) ?? []))
  const taken = new Set(variants.map((variant) => textOf(variant, [...others, attribute])))
  const combinations = new Map(variants.map((variant) => [textOf(variant, others), variant]))
  const found = combinations.size === 0 ? [new Map<string, readonly string[]>()] : [...combinations.values()]
  return found
    .map((variant) => new Map([...variant].filter(([id]) => others.includes(id))))
    .flatMap((each) => [...new Set(values)].map((value) => new Map([...each, [attribute, [value]]])))
    .filter((each) => !taken.has(textOf(each, [...others, attribute])))
}
