import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createElement, useId, type ReactNode } from 'react'
import { afterAll, expect, test, vi } from 'vitest'
import { renderIslandsOnce } from '../../src/tools/render-islands-once.ts'
import { projectRoot } from '../../src/tools/run-program.ts'

type Renderer = {
  check(this: object, component: unknown, props: object, children: object): Promise<boolean>
  renderToStaticMarkup(
    this: object,
    component: unknown,
    props: object,
    children: object,
  ): Promise<{ html: string; attrs: object }>
}

const shipped = createRequire(import.meta.url).resolve('@astrojs/react/server.js')
const cache = join(projectRoot, '.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'islands-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function transformed(code: string): string {
  const { transform } = renderIslandsOnce()
  const handler = transform && 'handler' in transform ? transform.handler : undefined
  return String(Reflect.apply(handler ?? (() => ''), undefined, [code]))
}

/** The renderer as Astro would load it, without the modules that only a build has. */
async function rendererOf(name: string, code: string): Promise<Renderer> {
  const whole = code
    .replace('import opts from "astro:react:opts";', 'const opts = {};')
    .replaceAll(/"(\.\/[\w-]+\.js)"/g, (_, path: string) => `"${pathToFileURL(join(dirname(shipped), path)).href}"`)
  writeFileSync(join(folder, name), whole)
  const loaded: { default: Renderer } = await import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href)
  return loaded.default
}

const code = readFileSync(shipped, 'utf8')
const [before, after] = [await rendererOf('before.mjs', code), await rendererOf('after.mjs', transformed(code))]

/** Renders islands of one page, as Astro does: asks first whether React renders them. */
async function page(renderer: Renderer, islands: readonly [component: unknown, props: object][]) {
  const answers = []
  const of = { result: {} }
  for (const [component, given] of islands) {
    const props = { ...given }
    const isReact = await renderer.check.call(of, component, props, {})
    answers.push({ isReact, props, ...(await renderer.renderToStaticMarkup.call(of, component, props, {})) })
  }
  return answers
}

function LabelledField({ label, list = [] }: { label: string; list?: readonly string[] }): ReactNode {
  const id = useId()
  return createElement('p', { id }, label, ': ', list.length > 0 && list.join(), createElement('b', null, '<&"'))
}

const Field = vi.fn(LabelledField)

test('islands look as before, with the same ids and the same properties for the browser', async () => {
  const islands: [unknown, object][] = [
    [Field, { label: 'Blue & red', class: 'a-1' }],
    [Field, { label: 'Blue & red' }],
    [Field, { label: '<script>', list: ['a', 'b'] }],
    [Field, { label: '<script>', list: ['c'] }],
    [Field, { label: '' }],
  ]
  const expected = await page(before, islands)
  expect(await page(after, islands)).toEqual(expected)
  expect(await page(after, islands)).toEqual(expected)
  expect(new Set(expected.map(({ html }) => html)).size).toBe(islands.length)
})

test('an island with the same data at the same place of a page is rendered once, others each time', async () => {
  const label = 'Once'
  Field.mockClear()
  for (let time = 0; time < 3; time += 1) await page(after, [[Field, { label }]])
  expect(Field).toHaveBeenCalledTimes(1)
  for (let time = 0; time < 3; time += 1) await page(after, [[Field, { label, list: ['a'] }]])
  expect(Field).toHaveBeenCalledTimes(4)
})

test('a version of the renderer that works in another way fails the build', () => {
  expect(() => transformed(code.replaceAll('Tester', 'Probe'))).toThrow('render-islands-once.ts has to follow')
})
