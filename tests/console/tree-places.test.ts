import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  neighboursOf,
  othersOf,
  placeOf,
  possiblePlace,
  sizeOf,
  type TreeLine,
} from '../../src/console/categories/tree-places.ts'

const lines: readonly TreeLine[] = [
  { id: 'laptop', depth: 0 },
  { id: 'batteries', depth: 1 },
  { id: 'dell', depth: 2 },
  { id: 'keyboards', depth: 1 },
  { id: 'desktop', depth: 0 },
]

test('a category takes along what is below it', () => {
  expect([sizeOf(lines, 'laptop'), sizeOf(lines, 'batteries'), sizeOf(lines, 'desktop')]).toEqual([4, 2, 1])
  expect(othersOf(lines, 'batteries').map(({ id }) => id)).toEqual(['laptop', 'keyboards', 'desktop'])
})

test.each([
  ['before the first', { at: 0, depth: 5 }, { parent: '', after: '' }],
  ['first below a category', { at: 1, depth: 1 }, { parent: 'laptop', after: '' }],
  ['after one with categories below it', { at: 3, depth: 1 }, { parent: 'laptop', after: 'batteries' }],
  ['no deeper than below the one before', { at: 4, depth: 9 }, { parent: 'keyboards', after: '' }],
  ['last at the top', { at: 9, depth: 0 }, { parent: '', after: 'laptop' }],
  ['not at the top between a category and those below it', { at: 1, depth: 0 }, { parent: 'laptop', after: '' }],
])('%s', (_, wanted, neighbours) => {
  const others = othersOf(lines, 'desktop')
  expect(neighboursOf(others, possiblePlace(others, wanted))).toEqual(neighbours)
})

/** Any tree as lines: each is at most one level below the one before. */
const trees = fc.array(fc.nat(4), { minLength: 1, maxLength: 30 }).map((depths) => {
  const made: TreeLine[] = []
  for (const [at, depth] of depths.entries())
    made.push({ id: `c${at}`, depth: Math.min(depth, (made.at(-1)?.depth ?? -1) + 1) })
  return made
})

/** The children of each category in their order, by another way than the lines. */
function childrenOf(tree: readonly TreeLine[]): Record<string, string[]> {
  const children: Record<string, string[]> = {}
  const above: string[] = []
  for (const { id, depth } of tree) {
    above.length = depth
    ;(children[above.at(-1) ?? ''] ??= []).push(id)
    above.push(id)
  }
  return children
}

test('what is dropped lands after its neighbour, and nothing else moves', () => {
  fc.assert(
    fc.property(
      trees,
      fc.nat(),
      fc.integer({ min: -5, max: 40 }),
      fc.integer({ min: -3, max: 9 }),
      (tree, of, at, depth) => {
        const id = tree[of % tree.length]?.id ?? ''
        const own = tree.slice(placeOf(tree, id).at, placeOf(tree, id).at + sizeOf(tree, id))
        const others = othersOf(tree, id)
        const place = possiblePlace(others, { at, depth })
        const { parent, after } = neighboursOf(others, place)
        const by = place.depth - (own[0]?.depth ?? 0)
        const moved = others.toSpliced(place.at, 0, ...own.map((line) => ({ ...line, depth: line.depth + by })))
        const expected = childrenOf(others)
        const beside = (expected[parent] ??= [])
        beside.splice(after === '' ? 0 : beside.indexOf(after) + 1, 0, id)
        const below = Object.fromEntries(
          Object.entries(childrenOf(tree)).filter(([each]) => own.some((line) => line.id === each)),
        )
        expect(childrenOf(moved)).toEqual({ ...expected, ...below })
      },
    ),
  )
})

test('a category that is dropped where it is has the neighbours that it has', () => {
  fc.assert(
    fc.property(trees, fc.nat(), (tree, of) => {
      const id = tree[of % tree.length]?.id ?? ''
      const others = othersOf(tree, id)
      expect(possiblePlace(others, placeOf(tree, id))).toEqual(placeOf(tree, id))
    }),
  )
})
