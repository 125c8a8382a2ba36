import { createElement, startTransition, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { loadIslandTexts } from '../i18n/island-texts.ts'
import { pageLanguage } from './page-language.ts'

type Props = Record<string, unknown>

/**
 * What Astro calls to hydrate an island, in place of @astrojs/react/client.js: islands have no slots here, and read
 * their texts while they render, so these are loaded first.
 */
export default function hydrateIsland(island: HTMLElement) {
  return async (Component: ComponentType<Props>, props: Props): Promise<void> => {
    await loadIslandTexts(pageLanguage())
    if (!island.hasAttribute('ssr')) return
    const identifierPrefix = island.getAttribute('prefix') ?? ''
    startTransition(() => void hydrateRoot(island, createElement(Component, props), { identifierPrefix }))
  }
}
