import type { Page } from '@playwright/test'
import type { Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import {
  addToCart,
  openFirstCategory,
  openFirstProduct,
  reachCheckout,
  fillCheckout,
  placeOrder,
} from '../support/shopper.ts'

export type ScreenToDraw = {
  name: string
  open: (page: Page, language: Language) => Promise<unknown>
  /** False renders only the visible part. */
  whole?: boolean
}

export const screens: readonly ScreenToDraw[] = [
  { name: 'home', open: (page, language) => page.goto(href(language, 'home')) },
  { name: 'category', open: openFirstCategory },
  { name: 'product', open: openFirstProduct },
  { name: 'product-first-view', open: openFirstProduct, whole: false },
  {
    name: 'search',
    open: (page, language) => page.goto(href(language, 'search', {}, { q: language === 'sv' ? 'batteri' : 'battery' })),
  },
  { name: 'search-none', open: (page, language) => page.goto(href(language, 'search', {}, { q: 'zzqx' })) },
  { name: 'find-parts', open: (page, language) => page.goto(href(language, 'find-parts')) },
  { name: 'device', open: (page, language) => page.goto(href(language, 'device', { slug: 'nordbok-pro-14-g3' })) },
  { name: 'cart-drawer', open: addToCart, whole: false },
  { name: 'checkout', open: reachCheckout },
  {
    name: 'checkout-errors',
    open: async (page, language) => {
      await reachCheckout(page, language)
      await placeOrder(page)
    },
  },
  {
    name: 'confirmation',
    open: async (page, language) => {
      await reachCheckout(page, language)
      await fillCheckout(page, 'invoice')
      await placeOrder(page)
    },
  },
  {
    name: 'sandbox-payment',
    open: async (page, language) => {
      await reachCheckout(page, language)
      await fillCheckout(page, 'sandbox')
      await placeOrder(page)
    },
  },
  { name: 'checkout-empty', open: (page, language) => page.goto(href(language, 'checkout-id')) },
  { name: 'login', open: (page, language) => page.goto(href(language, 'login')) },
  { name: 'login-dialog', open: (page, language) => page.goto(`${href(language, 'home')}?login`), whole: false },
  { name: 'track-order', open: (page, language) => page.goto(href(language, 'track-order')) },
  {
    name: 'content',
    open: (page, language) => page.goto(href(language, 'page', { slug: language === 'sv' ? 'integritet' : 'privacy' })),
  },
  { name: 'not-found', open: (page, language) => page.goto(href(language, 'page', { slug: 'nowhere' })) },
]
