import { type Page } from '@playwright/test'
import { type Language } from '../../src/domain/places/locales.ts'
import { words } from '../support/words.ts'

export const bar = (page: Page) => page.locator('.consent-bar')

export const settings = (page: Page) => page.locator('dialog[data-consent-settings]')

export const answer = (page: Page, language: Language, key: 'all' | 'only_necessary') =>
  bar(page).getByRole('button', { name: words(language)(`islands:consent.${key}`) })
