import { createApp } from 'astro/app/entrypoint'
import type { Render } from './serve.ts'

const app = createApp({ streaming: false })

/** Renders the pages and calls of `src/pages/`. */
export const renderPages: Render = (request, given) => app.render(request, { ...given, addCookieHeader: true })
