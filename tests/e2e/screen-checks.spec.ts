import { expect, test } from '@playwright/test'
import { paleTexts } from '../support/contrast.ts'
import { objections } from '../support/whole-screen.ts'

const planted = `<!doctype html><html lang="en"><title>Faults</title><meta name="viewport" content="width=device-width">
  <style>:root { color-scheme: light dark }
    .pale { color: light-dark(#767676, oklch(0.45 0 0)); background: light-dark(#fff, #222) }
    .paler { color: #8a8a8a; background: #fff }
    .large { font-size: 24px }
    .over { position: absolute; color: #ccc }</style>
  <main><h1>Faults</h1><p class="pale">Pale in the dark</p><p class="paler">Pale in the light</p>
  <p class="paler large">Large</p><p class="over">Over something</p><button class="paler" disabled>Off</button>
  <a href="#"></a></main>`

test('the checks of every screen find planted faults, and only those', async ({ page }) => {
  const pale = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    return (await paleTexts(page)).map((fault) => />(.*)</.exec(fault)?.[1])
  }
  await page.setContent(planted)
  expect(await pale('light')).toEqual(['Pale in the light'])
  expect(await pale('dark')).toEqual(['Pale in the dark', 'Pale in the light'])
  const found = (await objections(page)).map((each) => each.split(':')[0])
  expect(found).toEqual(expect.arrayContaining(['axe color-contrast', 'axe link-name']))
})
