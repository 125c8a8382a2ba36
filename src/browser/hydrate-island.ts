import { createElement, startTransition, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { loadIslandTexts } from '../i18n/island-texts.ts'
import { pageLanguage } from './page-language.ts'

type Props = Record<string, unknown>

/**
 * Astro's entry point for hydrating an island, in place of @astrojs/react/client.js: islands have no slots here, and
 * their texts must be loaded before they render.
 */
export default function hydrateIsland(island: HTMLElement) {
  return async (Component: ComponentType<Props>, props: Props): Promise<void> => {
    await loadIslandTexts(pageLanguage())
    if (!island.hasAttribute('ssr')) return
    const identifierPrefix = island.getAttribute('prefix') ?? ''
    startTransition(() => void hydrateRoot(island, createElement(Component, props), { identifierPrefix }))
  }
}
