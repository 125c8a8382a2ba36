import { getViteConfig } from 'astro/config'
import { experimental_AstroContainer as AstroContainer } from 'astro/container'
import { expect, test } from 'vitest'
import { createViteServer } from 'vitest/node'

test('spec 2: the VAT switch is shown only where the locale allows prices without VAT [2.layout.vat]', async () => {
  const config = await getViteConfig({}, { configFile: false, logLevel: 'error' })({ mode: 'test', command: 'serve' })
  const server = await createViteServer({
    ...config,
    server: { ...config.server, middlewareMode: true, hmr: false, watch: null },
  })
  try {
    const { default: VatSwitch } = (await server.ssrLoadModule('/src/features/cart/VatSwitch.astro')) as {
      default: Parameters<AstroContainer['renderToString']>[0]
    }
    const container = await AstroContainer.create()
    const shown = async (allowExVAT: boolean) =>
      (
        await container.renderToString(VatSwitch, {
          locals: { t: (key: string) => key, locale: { allowExVAT } } as unknown as App.Locals,
        })
      ).includes('vat-switch')
    expect([await shown(true), await shown(false)]).toEqual([true, false])
  } finally {
    await server.close()
  }
})
