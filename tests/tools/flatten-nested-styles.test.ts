import postcss from 'postcss'
import { expect, test } from 'vitest'
import { flattenNestedStyles } from '../../src/tools/flatten-nested-styles.ts'

async function flattened(css: string, file = 'Card.astro?astro&type=style&index=0&lang.css'): Promise<string> {
  const { css: flat } = await postcss([flattenNestedStyles()]).process(css, { from: `/src/${file}` })
  return flat
    .replaceAll(/\s*([{}])\s*/g, ' $1 ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

test('nested rules become flat ones, in their order', async () => {
  expect(await flattened('.a { x: 1; p, & > li { x: 2; &:hover { x: 3 } } y: 4 }')).toBe(
    '.a { x: 1 } .a p,.a > li { x: 2 } .a p:hover,.a > li:hover { x: 3 } .a { y: 4 }',
  )
})

test('at-rules stay around what they hold', async () => {
  expect(await flattened('.a { @media print { x: 1; b { x: 2 } } } @media print { .c { d { x: 3 } } }')).toBe(
    '@media print { .a { x: 1 } .a b { x: 2 } } @media print { .c d { x: 3 } }',
  )
})

test('a parent may stand anywhere in a selector', async () => {
  expect(await flattened(".a { :global([data-vat='ex']) & div { x: 1 } }")).toBe(
    ":global([data-vat='ex']) .a div { x: 1 }",
  )
})

test('keyframes and stylesheets that are files are left as they are', async () => {
  const frames = '@keyframes slide { from { x: 1 } }'
  expect(await flattened(frames)).toBe(frames)
  expect(await flattened('.a { p { x: 1 } }', 'Dialog.module.css')).toBe('.a { p { x: 1 } }')
})
