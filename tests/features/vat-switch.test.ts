import { experimental_AstroContainer as AstroContainer } from 'astro/container'
import { getViteConfig } from 'astro/config'
import { expect, test } from 'vitest'
import { createViteServer } from 'vitest/node'
import type * as Locales from '../../src/domain/places/locales.ts'

test('spec 2: the VAT switch is shown only where the locale allows prices without VAT [2.layout.vat]', async () => {
  const config = await getViteConfig({}, { configFile: false, logLevel: 'error' })({ mode: 'test', command: 'serve' })
  const server = await createViteServer({
    ...config,
    server: { ...config.server, middlewareMode: true, hmr: false, watch: null },
  })
  try {
    const { locales } = (await server.ssrLoadModule('/src/domain/places/locales.ts')) as typeof Locales
    const { default: VatSwitch } = (await server.ssrLoadModule('/src/features/cart/VatSwitch.astro')) as {
      default: Parameters<AstroContainer['renderToString']>[0]
    }
    const container = await AstroContainer.create()
    const shown = async (language: 'en' | 'sv') =>
      (
        await container.renderToString(VatSwitch, {
          locals: { t: (key: string) => key, shopping: { language } } as unknown as App.Locals,
        })
      ).includes('vat-switch')
    expect([await shown('en'), await shown('sv')]).toEqual([true, true])
    locales.sv.allowExVAT = false
    expect([await shown('en'), await shown('sv')]).toEqual([true, false])
  } finally {
    await server.close()
  }
}, 60_000)
