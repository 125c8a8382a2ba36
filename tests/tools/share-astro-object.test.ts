import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../src/tools/run-program.ts'
import { shareAstroObject } from '../../src/tools/share-astro-object.ts'

const shipped = path.join(projectRoot, 'node_modules/astro/dist/core/fetch/fetch-state.js')

function transformed(code: string): string {
  const { transform } = shareAstroObject()
  const handler = transform && 'handler' in transform ? transform.handler : undefined
  return String(Reflect.apply(handler ?? (() => ''), undefined, [code]))
}

/** The method `createAstro` alone, with a count of the objects that it makes for a page. */
function createAstroOf(code: string) {
  const body = /\n {2}createAstro\(result, props, slotValues, apiContext\) \{\n(.*?)\n {2}\}\n/s.exec(code)?.[1]
  if (body === undefined) throw new Error('Astro has no such method now.')
  const written = body.replaceAll('this.#astroPagePartial', 'this.shared')
  const method = new Function(
    'slotValuesSymbol',
    `return function (result, props, slotValues, apiContext) {${written}}`,
  )
  let made = 0
  const state = {
    isRewriting: true,
    createAstroPagePartial: (result: object) => ({ result, number: (made += 1) }),
    createAstro: method(Symbol('slots')) as (result: object, props: object) => { result: object; props: object },
  }
  return { state, made: () => made }
}

test('the components of a rewritten page share one object, and the next rewrite gets its own', () => {
  const code = readFileSync(shipped, 'utf8')
  const [first, second] = [{ page: 1 }, { page: 2 }]
  const { state, made } = createAstroOf(transformed(code))
  const [one, two] = [state.createAstro(first, { a: 1 }), state.createAstro(first, { a: 2 })]
  expect([one.result, one.props, two.result, two.props, made()]).toEqual([first, { a: 1 }, first, { a: 2 }, 1])
  expect([state.createAstro(second, {}).result, made()]).toEqual([second, 2])

  const asShipped = createAstroOf(code)
  asShipped.state.createAstro(first, {})
  asShipped.state.createAstro(first, {})
  expect(asShipped.made(), 'Astro shares it by itself now: the change is no longer needed').toBe(2)
})

test('a build with another Astro fails instead of doing without', () => {
  expect(() => transformed('class FetchState {}')).toThrow('share-astro-object.ts has to follow')
})
