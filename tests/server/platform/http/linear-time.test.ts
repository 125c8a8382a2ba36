import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainText } from '../../../../src/domain/messages.ts'
import { readCheckoutForm, checkoutErrors } from '../../../../src/domain/orders/checkout-form.ts'
import { readOrderSheet, readOrderText, readQuantity } from '../../../../src/domain/orders/order-rows.ts'
import { matchScreen } from '../../../../src/routes.ts'
import { plainDescription } from '../../../../src/server/catalog/product-feeds/feed-texts.ts'
import { redacted } from '../../../../src/server/platform/client-errors/redact.ts'
import { inlineContents } from '../../../../src/server/platform/http/answers/content-policy.ts'
import { bodyLimit } from '../../../../src/server/platform/http/request-body.ts'
import { addCellReferences } from '../../../../src/server/platform/workbooks/cell-places.ts'
import { checkTags } from '../../../../src/server/platform/workbooks/check-tags.ts'
import { WorkbookError } from '../../../../src/server/platform/workbooks/workbook.ts'
import { sweden } from '../../../support/homes.ts'

/** Everything that scans a whole text of a shopper or of a supplier. */
const scans: Record<string, (text: string) => unknown> = {
  redacted,
  inlineContents,
  plainText,
  plainDescription,
  matchScreen: (text) => matchScreen(`/en/${text}`),
  bodyLimit: (text) => bodyLimit(`/${text}/x`),
  readQuantity,
  readOrderText,
  addCellReferences,
  checkTags: (text) => {
    try {
      checkTags(text)
    } catch (error) {
      expect(error).toBeInstanceOf(WorkbookError)
    }
  },
  readOrderSheet: (text) => readOrderSheet([{ row: 1, cells: [text, text] }]),
  checkoutForm: (text) =>
    checkoutErrors(
      readCheckoutForm(() => text),
      [],
      { home: sweden },
    ),
}

/** Inputs that once took quadratic time, each repeated; the end makes the whole fail to match. */
const seeds = [
  '<style a',
  '<script ',
  '<script>',
  '<c ',
  '<row ',
  ' r="',
  " r='",
  '<!--',
  '<',
  '<a b="',
  "<a b='",
  '=',
  'a',
  'a.',
  '-',
  'a-',
  '@',
  'a@',
  'a@b.',
  '%40',
  'http://',
  'http://a',
  'https://a?',
  'Bearer ',
  'token',
  'token=',
  'A1b-',
  '(',
  ' ',
  '/',
  '1 ',
  '\t',
  ',',
  '"',
  '((',
  '0-',
]

/** Processor time of one run in microseconds, the minimum of a few, to reduce the effect of other load. */
function cost(scan: (text: string) => unknown, text: string): number {
  let least = Infinity
  for (let turn = 0; turn < 4; turn += 1) {
    const before = process.cpuUsage()
    for (let run = 0; run < 2; run += 1) scan(text)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 2)
  }
  return least
}

const [short, long] = [4_000, 64_000]
/**
 * Sixteen times the text costs 16 times as much when linear and 256 times when quadratic; below the floor, clock
 * resolution dominates.
 */
const maxGrowth = 64
const floor = 60
const attempts = 5

/** The least growth of a few attempts: other load can inflate one of them, but none of a quadratic scan is linear. */
function growth(scan: (text: string) => unknown, seed: string): number {
  let least = Infinity
  for (let attempt = 0; attempt < attempts && least >= maxGrowth; attempt += 1) {
    least = Math.min(least, cost(scan, text(seed, long)) / Math.max(floor, cost(scan, text(seed, short))))
  }
  return least
}

describe.each(Object.entries(scans))('the time of %s is linear in its text', (_, scan) => {
  test.each(seeds)('for %j repeated', (seed) => {
    expect(growth(scan, seed)).toBeLessThan(maxGrowth)
  })

  test('for two such beginnings alternating', () => {
    fc.assert(
      fc.property(fc.constantFrom(...seeds), fc.constantFrom(...seeds), (one, other) => {
        expect(growth(scan, one + other)).toBeLessThan(maxGrowth)
      }),
      { numRuns: 10 },
    )
  })
})

function text(seed: string, length: number): string {
  return `${seed.repeat(Math.ceil(length / seed.length)).slice(0, length)}\u0001`
}
