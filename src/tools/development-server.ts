import { join } from 'node:path'
import type { AstroIntegration } from 'astro'
import { loadEnv } from '../server/platform/env.ts'
import { goneSignal } from '../server/platform/http/exchange.ts'
import { newRequestId } from '../server/platform/http/request-id.ts'
import { requestUrl } from '../server/platform/http/server/request-target.ts'
import { documentsStep } from '../server/platform/http/static/documents.ts'
import { picturesStep } from '../server/platform/http/static/pictures.ts'

/** Adds the data folder's pictures and the design system page to `astro dev`, which does not run main.ts. */
export function developmentServer(): AstroIntegration {
  return {
    name: 'development-server',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command !== 'dev') return
        for (const folder of ['[lang]', 'console'])
          injectRoute({
            pattern: `/${folder}/styleguide`,
            entrypoint: `./src/pages/${folder}/_styleguide.astro`,
            prerender: false,
          })
      },
      'astro:server:setup': ({ server }) => {
        const env = loadEnv()
        const pictures = picturesStep(join(env.SHOP_DATA, 'pictures'), [])
        const documents = documentsStep(join(env.SHOP_DATA, 'documents'), [])
        server.middlewares.use((req, res, next) => {
          const exchange = {
            req,
            res,
            id: newRequestId(),
            url: requestUrl(req.url, env.ORIGIN),
            address: '127.0.0.1',
            gone: goneSignal(res),
          }
          const answer = async () => (await pictures(exchange)) || documents(exchange)
          answer().then(
            (isAnswered) => (isAnswered ? undefined : next()),
            () => next(),
          )
        })
      },
    },
  }
}
