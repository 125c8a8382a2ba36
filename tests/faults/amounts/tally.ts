/** The comparisons by rule, with the smallest cart of each difference. */
export type Difference = { rule: string; expected: string; shown: string; cart: string }
const keptOfEach = 3

export class Tally {
  readonly #rules = new Map<string, { compared: number; different: number; examples: Difference[] }>()

  /** Compares one amount of a rule; `cart` describes how to reproduce it. */
  check(rule: string, expected: unknown, shown: unknown, cart: () => string): boolean {
    const found = this.#rules.get(rule) ?? { compared: 0, different: 0, examples: [] }
    this.#rules.set(rule, found)
    found.compared += 1
    const [wanted, given] = [plain(expected), plain(shown)]
    if (wanted === given) return true
    found.different += 1
    found.examples.push({ rule, expected: wanted, shown: given, cart: cart() })
    found.examples.sort((left, right) => left.cart.length - right.cart.length).splice(keptOfEach)
    return false
  }

  get compared(): number {
    return [...this.#rules.values()].reduce((all, { compared }) => all + compared, 0)
  }

  get different(): number {
    return [...this.#rules.values()].reduce((all, { different }) => all + different, 0)
  }

  /** A line per rule, and its first differences. */
  lines(): string[] {
    return [...this.#rules].flatMap(([rule, { compared, different, examples }]) => [
      `${rule.padEnd(44)} ${String(compared).padStart(9)} compared ${String(different).padStart(7)} different`,
      ...examples.map(({ expected, shown, cart }) => `    expected ${expected}, shown ${shown}\n      ${cart}`),
    ])
  }

  rules(): { rule: string; compared: number; different: number }[] {
    return [...this.#rules].map(([rule, { compared, different }]) => ({ rule, compared, different }))
  }
}

function plain(value: unknown): string {
  return typeof value === 'string'
    ? value
    : (JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}` : each)) ?? 'nothing')
}
