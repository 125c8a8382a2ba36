import { expect, test } from '@playwright/test'
import { paleTexts } from '../support/contrast.ts'
import { losses, markupFaults, objections, smallTargets } from '../support/whole-screen.ts'

const planted = `<!doctype html><html lang="en"><title>Faults</title><meta name="viewport" content="width=device-width">
  <style>:root { color-scheme: light dark }
    .pale { color: light-dark(#767676, oklch(0.45 0 0)); background: light-dark(#fff, #222) }
    .paler { color: #8a8a8a; background: #fff }
    .large { font-size: 24px }
    .over { position: absolute; color: #ccc }</style>
  <main><h1>Faults</h1><p class="pale">Pale in the dark</p><p class="paler">Pale in the light</p>
  <p class="paler large">Large</p><p class="over">Over something</p><button class="paler" disabled>Off</button>
  <a href="#"></a></main>`

/** A page in which nothing is too wide or too small. */
const fitting = `<!doctype html><html lang="en"><title>Sizes</title>
  <meta name="viewport" content="width=device-width, initial-scale=1"><style>body { margin: 0 }</style>
  <h1>Sizes</h1><h1 hidden>Hidden</h1><p style="width: 320px">As wide as the window</p>
  <button style="height: 44px">High</button>`

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

test('on phones and desktops the checks find what is too wide or too small, and only that', async ({ browser }) => {
  for (const isMobile of [true, false]) {
    const page = await browser.newPage({ isMobile, hasTouch: isMobile, viewport: { width: 320, height: 512 } })
    await page.setContent(fitting)
    expect([...(await losses(page)), ...(await smallTargets(page)), ...(await markupFaults(page))]).toEqual([])
    await page.setContent(
      `${fitting}<p style="width: 330px">Wide</p><button style="height: 20px">Low</button><h1>Two</h1>`,
    )
    expect(await losses(page)).toEqual(['the page is 10 px wider than the window', 'p. "Wide" stands from 0 to 330'])
    expect((await smallTargets(page)).map((fault) => />(.*)</.exec(fault)?.[1])).toEqual(['Low'])
    expect(await markupFaults(page)).toEqual(['2 headings of the first level are shown'])
    await page.close()
  }
})
