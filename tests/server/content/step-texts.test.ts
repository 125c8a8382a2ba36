import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GuideText } from '../../../src/domain/products/guides.ts'
import { guidePage } from '../../../src/server/content/guide-page.ts'
import { htmlOfStep, stepText } from '../../../src/server/content/guides/step-texts.ts'
import { publish } from '../../../src/server/content/publish.ts'
import { saveGuide } from '../../../src/server/content/save-guide.ts'
import { xssStrings } from '../../faults/campaigns/xss-strings.ts'
import { pageOf } from '../../support/page-answer.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'

const item = { kind: 'guide', id: 'battery', language: 'sv' } as const
const guide: GuideText = {
  title: 'Byt batteri',
  introduction: 'Så byter du batteri.',
  difficulty: 'moderate',
  minutes: { from: 30, to: 45 },
  appliesTo: { category: 'batteries', devices: [], series: [], parts: [] },
  tools: [],
  parts: { numbers: [] },
  steps: [],
}

describe('the text of a step', () => {
  test('that is plain comes back as it was through a form that shows it as HTML', () => {
    const words = fc.string({ minLength: 1, maxLength: 30, unit: fc.constantFrom(...'aö <>&"\'/;b1pl') })
    const paragraph = words.map((text) => text.trim()).filter((text) => text !== '')
    fc.assert(
      fc.property(fc.array(paragraph, { minLength: 1, maxLength: 4 }), (paragraphs) => {
        const text = paragraphs.join('\n\n')
        expect(stepText(htmlOfStep({ text }))).toEqual({ text })
      }),
    )
  })

  test('keeps lists, links and emphasis, and says the same without them', () => {
    const html = '<p>Take <strong>both</strong> screws:</p><ul><li>left</li><li><a href="/sv/x">right</a></li></ul>'
    expect(stepText(html)).toEqual({ text: 'Take both screws:\n\nleft\nright', html })
    expect(htmlOfStep(stepText(html))).toBe(html)
  })

  test('loses headings, pictures, tables and what runs', () => {
    const { html, text } = stepText('<h2>A</h2><img src="/pictures/x.webp"><p onclick="x()"><em>B</em></p><hr>')
    expect(html).toBe('<p>A</p><p><em>B</em></p>')
    expect(text).toBe('A\n\nB')
  })
})

test('no hostile text of a step reaches shoppers, however it is saved', async () => {
  await using shop = await fixtureShop()
  const steps = xssStrings(55).map((html, at) => ({ title: `Step ${at}`, text: 'x', html: `<em>x</em>${html}` }))
  await saveGuide(shop, item, JSON.stringify({ ...guide, steps: steps.filter(({ html }) => html.length < 10_000) }))
  await publish(shop, item)
  const page = pageOf(await guidePage(shop, swedish(), 'byt-batteri'))
  const shown = page?.steps ?? []
  expect(shown.length).toBeGreaterThan(40)
  for (const { html } of shown) {
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi)]
    expect(tags.every(([, name = '']) => ['p', 'ul', 'ol', 'li', 'a', 'strong', 'em', 'br'].includes(name))).toBe(true)
    expect(tags.every(([, , rest = '']) => !/\bon\w+=|javascript:|data:/i.test(rest))).toBe(true)
  }
})

test('a step whose HTML says nothing, or too much, is refused', async () => {
  await using shop = await fixtureShop()
  const save = (html: string) =>
    saveGuide(shop, item, JSON.stringify({ ...guide, steps: [{ title: 'A', text: 'x', html }] }))
  await expect(save('<p> </p><img src="x">')).rejects.toMatchObject({ fault: 'guide_invalid' })
  await expect(save(`<p>${'a'.repeat(2_001)}</p>`)).rejects.toMatchObject({ fault: 'guide_invalid' })
})
