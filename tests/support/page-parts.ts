import type { Locator, Page } from '@playwright/test'
import { inAnyLanguage, startsInAnyLanguage } from './words.ts'

/** The parts of the shop's pages, by the roles and names that a shopper perceives; in CSS where a part has none. */

/** Its attributes say who is signed in, which prices are shown and which language the page is in. */
export const root = (page: Page) => page.locator('html')
export const main = (page: Page) => page.getByRole('main')
export const pageHeading = (page: Page) => page.getByRole('heading', { level: 1 })
export const footer = (page: Page) => page.getByRole('contentinfo')
/** How many pixels of the page are beside the window. `innerWidth` cannot tell: on a phone it grows with the page. */
export const pixelsBeside = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The shop's logo. */
export const homeLink = (page: Page) => page.getByRole('banner').getByRole('link').first()
/** The account icon of the header; its name says who is signed in. */
export const accountLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', {
    name: inAnyLanguage('account:login.title', 'account:login.account', 'account:login.order'),
  })

/** The cart icon of the header. */
export const cartLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: startsInAnyLanguage('islands:cart.open') })
/** The number in the cart icon; hidden while the cart is empty. */
export const cartCount = (page: Page) => page.locator('[data-cart-count]')
/** The short message beside the cart icon. */
export const cartToast = (page: Page) => page.locator('.cart-toast')

export const searchBox = (page: Page) => page.getByRole('banner').getByRole('combobox')
export const suggestions = (page: Page) => page.getByRole('banner').getByRole('option')

/** Opens the side navigation; narrow screens alone have it. */
export const menuButton = (page: Page) => page.getByRole('button', { name: inAnyLanguage('menu.open') })
export const sideNav = (page: Page) => page.getByRole('navigation', { name: inAnyLanguage('menu.parts') })
/** Opens the menu of all categories; wide screens alone have it. */
export const partsButton = (page: Page) => page.getByRole('button', { name: inAnyLanguage('menu.parts') })
export const partsMenu = (page: Page) => page.getByRole('dialog', { name: inAnyLanguage('menu.parts') })
export const breadcrumbs = (page: Page) => page.getByRole('navigation', { name: inAnyLanguage('menu.breadcrumbs') })
export const dealBanner = (page: Page) => page.getByRole('complementary', { name: inAnyLanguage('menu.deal') })

/** What a list was narrowed to, with links that remove it. */
export const chosenFilters = (page: Page) => page.locator('.chips')
/** The link to the next page of a list. */
export const nextPage = (page: Page) =>
  page
    .getByRole('navigation', { name: inAnyLanguage('listing.pages') })
    .getByRole('link', { name: inAnyLanguage('listing.next') })
/** The pictures of a product's page, as links to their largest form. */
export const pictures = (page: Page) => page.getByRole('link', { name: startsInAnyLanguage('product.zoom') })
/** The cards of a product list. */
export const productCards = (page: Page) => page.locator('.product-card')
/** The cards whose part can be ordered at once. */
export const orderableCards = (page: Page) => productCards(page).filter({ has: page.getByRole('button') })
export const productLink = (card: Locator) => card.getByRole('heading', { level: 3 }).getByRole('link')
export const addButton = (card: Locator) => card.getByRole('button')
/** The price with VAT or without; the page shows one of them. */
export const priceIn = (card: Locator, vat: 'inc' | 'ex' = 'inc') => card.locator(`.${vat}`)
/** The part number in a card, a cart line or a bundle. */
export const partNumber = (of: Locator) => of.locator('.number')

/** The product page's own button; those of other parts on it name their part. */
export const buyButton = (page: Page) => main(page).getByRole('button', { name: inAnyLanguage('islands:cart.add') })
/** The choices of a device or of a cable's ends, and the device that this browser remembers. */
export const deviceFinder = (page: Page) => main(page).locator('.device-finder')
/** The fold that opens the finder; it says so differently once a device is known. */
export const opener = (fold: Locator) => fold.locator('summary')
/** The rows of cards that an experiment chooses between on a product's page. */
export const accessoriesOf = (page: Page, variant: string) => page.locator(`[data-accessories="${variant}"]`)

/** The offers to buy a part together with the product's. */
export const bundleOffers = (page: Page) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: inAnyLanguage('product.bundle_add') }) })

/** What the offered part costs in the bundle. */
export const reducedPrice = (offer: Locator) => offer.locator('.reduced')

/** The drawer with the cart; not in the accessibility tree while it is closed. */
export const miniCart = (page: Page) => page.getByRole('dialog', { name: inAnyLanguage('islands:cart.title') })
export const cartLines = (page: Page) =>
  miniCart(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('spinbutton') })
/** The sum of a cart line with VAT. */
export const lineSum = (line: Locator) => line.locator('b .inc')
/** The cart's total with VAT and without; the page shows one of them. */
export const cartTotal = (page: Page, vat: 'inc' | 'ex' = 'inc') =>
  miniCart(page)
    .getByRole('paragraph')
    .filter({ hasText: startsInAnyLanguage('islands:cart.total') })
    .locator(`b .${vat}`)

export const toCheckout = (page: Page) => page.getByRole('button', { name: inAnyLanguage('islands:cart.checkout') })
